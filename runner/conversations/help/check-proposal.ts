import { freshen } from '../../../shared/formats/script-module/freshen.ts';
import type { FolderRead } from '../../../shared/formats/read-unchecked.ts';
import type { ProposedProblem } from '../../../shared/protocol/conversations/help.ts';
import { languages } from '../../../shared/languages/languages.ts';
import type { Declarers } from '../../../shared/tool/declared.ts';
import { readsOnly, type Definition, type Policies } from '../../../shared/tool/definition.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Problem } from '../../../shared/tool/problem/problem.ts';
import { readAside } from '../../sources/workspace/read-unit.ts';

/** The content of a folder and all its problems. */
export interface Looked {
  read: FolderRead;
  problems: Problem[];
}

/** Problems of a module that was not loaded, which are no faults of its text. */
const unreadCodes = new Set(['module-unreadable', 'module-unread', 'module-stale']);

/**
 * Returns the readers that read a module's text without loading it. A model's code does not run before a person
 * accepts it, not even in a sandbox.
 */
export const withoutLoading = (declarers: Declarers): Declarers =>
  new Map([...declarers].filter(([id]) => languages.get(id)?.readsFolder === undefined));

/** Reads a folder as the editor and the workspace do: format, template, language and lint. Loads no module. */
export async function look(id: string, files: Folder, declarers: Declarers): Promise<Looked> {
  const done = await freshen(id, files, declarers);
  const read = await readAside(id, done.files);
  const isLoaded = (one: Problem) =>
    languages.get(languageAt(one.file) ?? '')?.readsFolder !== undefined;
  const problems = [...done.problems, ...read.problems].filter(
    (one) => !(unreadCodes.has(one.code) && isLoaded(one)),
  );
  return { read, problems };
}

const languageAt = (file: string): string | undefined =>
  [...languages.values()].find(
    ({ extension, moduleExtensions = [] }) =>
      file.endsWith(`.${extension}`) || moduleExtensions.some((one) => file.endsWith(`.${one}`)),
  )?.id;

const said = ({ code, file, message }: Problem): string => `${code}\n${file}\n${message}`;

/** Returns the problems of a proposal; `isNew` marks those that the folder does not have now. */
export function proposedProblems(before: Looked | undefined, after: Looked): ProposedProblem[] {
  const known = new Set(before?.problems.map(said));
  return after.problems.map((one) => ({ ...one, isNew: !known.has(said(one)) }));
}

const execution = ['auto', undefined, 'ask-once', 'ask-always'] as const;
const result = ['never', 'on-error', 'always'] as const;

const isLess = (before: Policies | undefined, after: Policies | undefined): boolean =>
  execution.indexOf(after?.execution) < execution.indexOf(before?.execution) ||
  result.indexOf(after?.result ?? 'never') < result.indexOf(before?.result ?? 'never');

/**
 * Returns the tools that would need approval less often than now; of new tools, those that say so themselves.
 */
export function asksLess(before: Looked | undefined, after: Looked): string[] {
  const was = new Map<string, Definition>(
    before?.read.toolset.tools.map(({ definition }) => [definition.name, definition]),
  );
  const groups = isLess(before?.read.toolset.group.policies, after.read.toolset.group.policies);
  return after.read.toolset.tools
    .map(({ definition }) => definition)
    .filter((now) => {
      const then = was.get(now.name);
      return (
        groups ||
        isLess(then?.policies, now.policies) ||
        (then && readsOnly(now) && !readsOnly(then))
      );
    })
    .map(({ name }) => name);
}
