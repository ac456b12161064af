import { pathProblem } from '../../../shared/formats/import/folder-names.ts';
import { isModuleCache } from '../../../shared/formats/script-module/module-files.ts';
import type {
  HelpTask,
  NoProposal,
  RefusedFile,
} from '../../../shared/protocol/conversations/help.ts';
import { parseJson } from '../../../shared/schema/json/parse-json.ts';
import { JsonPositions } from '../../../shared/schema/json/positions.ts';
import { changed, type Folder } from '../../../shared/tool/folder.ts';
import { deleted } from './deleted.ts';
import { Proposed, proposalLimits } from './propose-files.ts';
import { filesSent } from './task-material.ts';

/** The files that may be accepted; their contents are not checked yet. */
export interface ReadAnswer {
  name?: string | undefined;
  summary: string;
  files: { path: string; content: string }[];
  deletes: string[];
  refused: RefusedFile[];
}

type Nothing = { nothing: NoProposal };

const nothing = (
  code: NoProposal['code'],
  message: string,
  values: NoProposal['values'] = {},
  refused: RefusedFile[] = [],
): Nothing => ({ nothing: { code, message, values, refused } });

export const noCall = (): Nothing =>
  nothing(
    'no-call',
    'The model answered with text alone: read it, say more of what you want, and ask again',
  );

/** Reads the arguments of an answer's calls; several calls form one proposal. */
export function readAnswer(task: HelpTask, calls: readonly string[]): ReadAnswer | Nothing {
  const read: Proposed[] = [];
  for (const text of calls) {
    const one = proposedIn(text);
    if ('nothing' in one) return one;
    read.push(one);
  }
  const files = read.flatMap((one) => one.files);
  const large = sizeFault(files);
  if (large) return large;
  const before = task.kind === 'fix' ? task.files : {};
  const { taken, refused: wrong } = sorted(files, before);
  const differing = taken.filter(({ path, content }) => before[path] !== content);
  const named = read.flatMap((one) => one.deletes);
  const { deletes, refused: kept } = deleted(named, { before, files: taken });
  const refused = [...wrong, ...kept];
  if (differing.length === 0 && deletes.length === 0) {
    const message =
      refused.length === 0
        ? 'The answer changes nothing: say more of what you want, and ask again'
        : 'Nothing of the answer can be taken: say more of what you want, and ask again';
    return nothing('no-change', message, {}, refused);
  }
  const [first] = read;
  return {
    ...(task.kind === 'draft' ? { name: first?.name } : {}),
    summary: read.map(({ summary }) => summary.trim()).join('\n'),
    ...{ files: differing, deletes, refused },
  };
}

/** Returns the JSON in a pasted answer, which may have a fence and sentences around it. */
export function pastedAnswer(answer: string): string {
  const fenced = /```[a-z]*\s*\n([\s\S]*)\n\s*```/.exec(answer)?.[1] ?? answer;
  const from = fenced.indexOf('{');
  const to = fenced.lastIndexOf('}');
  if (from < 0 || to < from) return answer;
  // Blanks replace the text before it, so that positions match those in the pasted text.
  const start = answer.indexOf(fenced) + from;
  const blank = answer.slice(0, start).replaceAll(/[^\n]/gu, ' ');
  return blank + fenced.slice(from, to + 1);
}

function proposedIn(text: string): Proposed | Nothing {
  const json = parseJson(text);
  if (!json.ok) {
    const { line, column } = json;
    const message = `The answer is invalid JSON at line ${line}, column ${column}: ask again`;
    return nothing('not-json', message, { line, column });
  }
  const parsed = Proposed.safeParse(json.value);
  if (parsed.success) return parsed.data;
  const keys = parsed.error.issues[0]?.path.filter((key) => typeof key !== 'symbol') ?? [];
  const { line, column } = new JsonPositions(text).of(keys);
  const path = ['answer', ...keys].join('.');
  const message = `The answer has another form than was asked for at line ${line}, column ${column} (${path}): ask again`;
  return nothing('bad-shape', message, { line, column, path });
}

function sizeFault(files: readonly { path: string; content: string }[]): Nothing | undefined {
  const { files: most, fileCharacters, characters } = proposalLimits;
  const count = files.length;
  if (count > most)
    return nothing('too-many', `The answer has ${count} files, more than ${most}: ask for less`, {
      count,
      most,
    });
  const sum = files.reduce((all, { content }) => all + content.length, 0);
  const large = files.some(({ content }) => content.length > fileCharacters);
  if (large || sum > characters)
    return nothing(
      'too-large',
      `The answer has ${sum} characters; ${fileCharacters} a file and ${characters} in all are read: ask for less`,
      { count: sum, most: characters },
    );
  return undefined;
}

/** Separates allowed files from refused ones, and converts line ends to those of the existing file. */
function sorted(files: readonly { path: string; content: string }[], before: Folder) {
  const taken = new Map<string, string>();
  const refused: RefusedFile[] = [];
  const all = changed(before, Object.fromEntries(files.map(({ path }) => [path, ''])));
  const isWhole = new Map(
    filesSent(before).map(({ path, text, most }) => [path, text.length <= most]),
  );
  for (const { path, content } of files) {
    const refuse = (code: RefusedFile['code'], reason: string) =>
      refused.push({ path: path.slice(0, 300), code, reason });
    const wrong = pathProblem(path);
    if (wrong) refuse('bad-path', wrong.reason);
    else if (taken.has(path)) refuse('twice', 'stands there twice; the first one is shown');
    else if (isModuleCache(path, all)) refuse('made-by-lathe', 'is made by Lathe from the script');
    else if (typeof before[path] === 'object') refuse('not-text', 'is not a text file');
    else if (isWhole.get(path) === false)
      refuse('not-sent-whole', 'was not sent whole, so that the model knows a part of it alone');
    else taken.set(path, likeBefore(content, before[path]));
  }
  return { taken: [...taken].map(([path, content]) => ({ path, content })), refused };
}

function likeBefore(content: string, before: Folder[string] | undefined): string {
  const unix = content.replaceAll('\r\n', '\n');
  if (typeof before !== 'string') return unix.endsWith('\n') || unix === '' ? unix : `${unix}\n`;
  const ended =
    before.endsWith('\n') && !unix.endsWith('\n')
      ? `${unix}\n`
      : before.endsWith('\n')
        ? unix
        : unix.replace(/\n+$/, '');
  const lines = before.includes('\r\n') ? ended.replaceAll('\n', '\r\n') : ended;
  return before.startsWith('\ufeff') && !lines.startsWith('\ufeff') ? `\ufeff${lines}` : lines;
}
