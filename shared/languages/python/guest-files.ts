/** The Python that runs beside the author's code, by the name under which it is imported. */
export const guestFiles: readonly { name: string; url: URL }[] = [
  { name: 'run.py', url: new URL('./guest/run.py', import.meta.url) },
  { name: 'loop.py', url: new URL('./guest/loop.py', import.meta.url) },
  { name: 'fill.py', url: new URL('./guest/fill.py', import.meta.url) },
  { name: 'fill_braces.py', url: new URL('./guest/fill_braces.py', import.meta.url) },
  { name: 'fill_edits.py', url: new URL('./guest/fill_edits.py', import.meta.url) },
  { name: 'fill_encode.py', url: new URL('./guest/fill_encode.py', import.meta.url) },
  { name: 'fill_position.py', url: new URL('./guest/fill_position.py', import.meta.url) },
  { name: 'fill_prove.py', url: new URL('./guest/fill_prove.py', import.meta.url) },
  { name: 'fill_raw.py', url: new URL('./guest/fill_raw.py', import.meta.url) },
  { name: 'fill_refusal.py', url: new URL('./guest/fill_refusal.py', import.meta.url) },
  { name: 'fill_same.py', url: new URL('./guest/fill_same.py', import.meta.url) },
  { name: 'fill_scan.py', url: new URL('./guest/fill_scan.py', import.meta.url) },
];
