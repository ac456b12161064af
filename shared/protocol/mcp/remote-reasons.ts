import type { ToolChange } from './tools.ts';

/**
 * Why a call of a remote tool needs approval, or its result is doubtful. By code; `{name}` stands for a
 * value.
 */
export const remoteReasons = {
  'mcp-tool-added': 'The server has this tool only since you last looked at its tools',
  'mcp-tool-removed': 'The server has this tool no longer',
  'mcp-description-changed': 'Its description was "{from}" and is "{to}"',
  'mcp-title-changed': 'Its title was "{from}" and is "{to}"',
  'mcp-parameter-added': 'It has a parameter more: {path}',
  'mcp-parameter-removed': 'It has no parameter {path} any more',
  'mcp-parameter-required': 'It needs the parameter {path} now',
  'mcp-parameter-optional': 'It no longer needs the parameter {path}',
  'mcp-type-changed': '{path} took {from} and takes {to}',
  'mcp-type-narrowed': '{path} took {from} and takes no more than {to}',
  'mcp-type-widened': '{path} took {from} and takes {to}, too',
  'mcp-parameter-described': '{path} was described by "{from}" and is by "{to}"',
  'mcp-schema-changed': 'What it takes is otherwise than before: {path}',
  'mcp-output-changed': 'What it answers is otherwise than before',
  'mcp-annotations-changed': 'What the server says of its effects was {from} and is {to}',
  'mcp-answer-missing':
    'The server declares an output schema for this tool and sent no structured answer',
  'mcp-answer-misfit':
    'The structured answer does not fit the output schema that the server declares: {why}',
} as const satisfies Record<`mcp-${ToolChange['code']}`, string> & Record<string, string>;
