import type { ToolChange } from './tools.ts';

/**
 * Why a call of a remote tool needs approval, or its result is doubtful. By code; `{name}` stands for a
 * value.
 */
export const remoteReasons = {
  'mcp-tool-added': 'The server added this tool after you last looked',
  'mcp-tool-removed': 'The server no longer has this tool',
  'mcp-description-changed': 'Its description changed from "{from}" to "{to}"',
  'mcp-title-changed': 'Its title changed from "{from}" to "{to}"',
  'mcp-parameter-added': 'It has a new parameter: {path}',
  'mcp-parameter-removed': 'The parameter {path} was removed',
  'mcp-parameter-required': 'It now requires the parameter {path}',
  'mcp-parameter-optional': 'It no longer requires the parameter {path}',
  'mcp-type-changed': 'The type of {path} changed from {from} to {to}',
  'mcp-type-narrowed': '{path} accepts less: changed from {from} to {to}',
  'mcp-type-widened': '{path} accepts more: changed from {from} to {to}',
  'mcp-parameter-described': 'The description of {path} changed from "{from}" to "{to}"',
  'mcp-schema-changed': 'The schema of the arguments changed',
  'mcp-schema-changed-at': 'The schema of the arguments changed: {path}',
  'mcp-output-changed': 'The output schema changed',
  'mcp-annotations-changed': "The server's hints changed from {from} to {to}",
  'mcp-answer-missing':
    'The server declares an output schema for this tool but sent no structured answer',
  'mcp-answer-misfit':
    'The structured answer does not fit the output schema that the server declares: {why}',
} as const satisfies Record<`mcp-${ToolChange['code']}`, string> & Record<string, string>;
