import type { Problem } from '../../tool/problem.ts';
import type { AuthoredTool } from '../../tool/toolset.ts';
import { nameFault } from './name-fault.ts';
import { reservedName } from './reserved-name.ts';

/** What is wrong with a bash tool, found without running it. Positions are those of the reader's file. */
export function problems(tool: AuthoredTool): Problem[] {
  // A module's values come as variables with a prefix, which can mean nothing to the shell.
  if (tool.code.entry !== undefined) return [];
  return [...nameProblems(tool), ...scriptProblems(tool)];
}

function nameProblems(tool: AuthoredTool): Problem[] {
  const { properties } = tool.definition.parameters;
  const names =
    typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return names.flatMap((name) => {
    const message = nameFault(name);
    if (message === undefined) return [];
    return [
      {
        severity: 'error' as const,
        code: reservedName(name) === 'reserved' ? 'bash-reserved-name' : 'bash-parameter-name',
        message,
        // A toolset has no positions: who read the file finds the place by this JSON pointer.
        values: {
          name,
          pointer: `/parameters/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        },
        file: 'definition.json',
        line: 1,
        column: 1,
      },
    ];
  });
}

function scriptProblems({ code }: AuthoredTool): Problem[] {
  const at = { file: code.file, line: 1, column: 1 };
  if (code.source.trim() === '') {
    const message = 'The script is empty; write the commands that the tool runs';
    return [{ severity: 'warning', code: 'bash-empty', message, ...at }];
  }
  const nul = code.source.indexOf('\0');
  if (nul >= 0) {
    const before = code.source.slice(0, nul).split('\n');
    const message = 'The script has a NUL character, which bash drops; remove it';
    const column = Array.from(before.at(-1) ?? '').length + 1;
    return [
      {
        severity: 'error',
        code: 'bash-nul',
        message,
        file: code.file,
        line: before.length,
        column,
      },
    ];
  }
  if (!code.source.includes('\r\n')) return [];
  const message =
    'The script has Windows line ends, which bash takes for a part of each command; save it with "\\n"';
  return [{ severity: 'warning', code: 'bash-crlf', message, ...at }];
}
