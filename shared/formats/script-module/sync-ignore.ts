import type { FileContent } from '../../tool/folder.ts';
import type { Problem } from '../../tool/problem.ts';

const CACHES = '*.tool.json';

/** One line of the file as gitignore reads it: `*` within a name, `**` across folders, a final `/` for a folder. */
function pattern(line: string): RegExp {
  const anchored = line.replace(/\/$/, '').includes('/');
  const body = line
    .replace(/^\/|\/$/g, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*|\?/g, (sign) =>
      sign.startsWith('**') ? '.*' : sign === '*' ? '[^/]*' : '[^/]',
    );
  return new RegExp(`${anchored ? '^' : '(^|/)'}${body}(/|$)`, 'u');
}

/** Whether a file of patterns names a path. The last pattern that does decides; `!` takes it back. */
export function isIgnored(text: string, path: string): boolean {
  let ignored = false;
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const back = line.startsWith('!');
    if (pattern(back ? line.slice(1) : line).test(path)) ignored = !back;
  }
  return ignored;
}

/** Says that a script is not loaded because a file of patterns names one of its paths. */
export function ignoredBy(
  content: FileContent | undefined,
  file: string,
  paths: string[],
): Problem | undefined {
  if (typeof content !== 'string') return undefined;
  const path = paths.find((one) => isIgnored(content, one));
  if (path === undefined) return undefined;
  return {
    severity: 'info',
    code: 'sync-ignored',
    message: `"${path}" is not loaded, because "${file}" names it`,
    values: { path, file },
    file: paths[0] ?? path,
    line: 1,
    column: 1,
  };
}

/** Caches are made on every machine anew, so they need not be synchronised: offers to say so. */
export function offerIgnore(content: FileContent | undefined): Problem[] {
  if (typeof content !== 'string' || isIgnored(content, `x.tool.json`)) return [];
  const file = '.syncignore';
  const place = { file, line: 1, column: 1 };
  return [
    {
      severity: 'info',
      code: 'sync-caches',
      message: `"${file}" does not name "${CACHES}", the caches that Lathe makes anew by itself`,
      values: { pattern: CACHES },
      ...place,
      fix: {
        title: `Add "${CACHES}"`,
        edits: [{ ...place, endLine: 1, endColumn: 1, text: `${CACHES}\n` }],
      },
    },
  ];
}
