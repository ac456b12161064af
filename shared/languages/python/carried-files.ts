const modules =
  'plain run call fault program result fill fill_braces fill_edits fill_encode fill_lines fill_position fill_prove fill_raw fill_refusal fill_same fill_scan';

/** The guest as a plain Python needs it: what fills templates and calls functions, without seal and reader. */
export const carriedFiles: readonly string[] = modules.split(' ').map((name) => `${name}.py`);
