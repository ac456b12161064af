import type { Arguments } from '../../tool/json.ts';

/**
 * The text that is judged and shown: the script as it runs, beneath it the values it is given.
 * Values stand in comments, one line each, so that none of them reads as a command.
 */
export function finalText(
  script: string,
  args: Arguments,
  variables: Record<string, string>,
  omitted: string[],
): string {
  const rows = Object.entries(args).map(([name, value]) => {
    const how = Object.hasOwn(variables, name)
      ? `= ${JSON.stringify(variables[name])}`
      : omitted.includes(name)
        ? `comes on stdin only = ${JSON.stringify(value)}`
        : 'is not set';
    return `# $${name} ${how}`;
  });
  if (rows.length === 0) return script;
  return `${script.replace(/\n?$/, '\n')}\n# Arguments, in the environment and as JSON on stdin:\n${rows.map(oneLine).join('\n')}\n`;
}

/** JSON escapes line feeds; these two end a line for some readers and are left as they are. */
function oneLine(row: string): string {
  return row.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
