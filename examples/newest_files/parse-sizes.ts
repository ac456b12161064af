/** What `du -k` prints: kibibytes, a tab, the name. */
export const parseSizes = (printed: string): { name: string; kib: number }[] =>
  printed
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [kib = '0', name = ''] = line.split('\t');
      return { name, kib: Number(kib) };
    });
