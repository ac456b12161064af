/**
 * What is wrong with names that were chosen as active tools: only built-in ones are chosen by name,
 * since custom ones are always active. Source: seed 002, `--tools`.
 */
export function checkChosen(
  chosen: string[],
  builtIn: readonly string[],
  custom: readonly string[],
): string[] {
  return chosen.flatMap((name) => {
    if (builtIn.includes(name)) return [];
    if (custom.includes(name)) {
      return [
        `"${name}" is a custom tool, which is always active; --tools names built-in tools alone`,
      ];
    }
    return [`There is no built-in tool "${name}"; known are ${builtIn.join(', ')}`];
  });
}
