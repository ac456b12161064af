/** A name like this one that `taken` does not know: `calc`, `calc_2`, `calc_3`. */
export const freeName = (name: string, taken: (name: string) => boolean): string => {
  const stem = name.slice(0, 60);
  let free = stem;
  for (let n = 2; taken(free); n++) free = `${stem}_${n}`;
  return free;
};
