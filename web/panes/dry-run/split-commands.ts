/** What was typed as the commands to judge: one of a line each, without empty lines, or all of it. */
export const splitCommands = (text: string, by: 'line' | 'script'): string[] => {
  const whole = text.replaceAll('\r\n', '\n');
  if (by === 'script') return whole.trim() === '' ? [] : [whole];
  return whole
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
};
