/** Breaks a text into lines of at most `width` letters, at blanks where there are any. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const letters = [...line];
    if (letters.length <= width) return [line];
    const lines: string[] = [];
    let rest = letters;
    while (rest.length > width) {
      const blank = rest.slice(0, width + 1).lastIndexOf(' ');
      const end = blank > 0 ? blank : width;
      lines.push(rest.slice(0, end).join(''));
      rest = rest.slice(blank > 0 ? end + 1 : end);
    }
    return [...lines, rest.join('')];
  });
}
