import { isModuleCache } from '../../../shared/formats/script-module/module-files.ts';
import type { HelpEvidence, HelpTask } from '../../../shared/protocol/help.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Problem } from '../../../shared/tool/problem.ts';
import type { Material } from './material.ts';

type Part = string | Material;

/** Characters of what the person wants; the protocol takes no longer one. */
export const MOST_WISH = 20_000;
/** Characters that are sent at most of each, and of all files together. */
const most = {
  ...{ file: 60_000, files: 200_000, problems: 8_000 },
  ...{ arguments: 8_000, result: 8_000, traceback: 8_000, said: 4_000 },
};

/** What a model is told of a folder, of what went wrong with it, and of what the person wants. */
export function fixParts(task: HelpTask & { kind: 'fix' }, problems: readonly Problem[]): Part[] {
  const { id, files, wish, evidence } = task;
  return [
    'The folder of the tool:',
    { of: 'folder', text: id, most: 200 },
    'Its files as they stand in the editor:',
    ...fileParts(files),
    ...(problems.length === 0
      ? []
      : [
          'Problems that Lathe finds in it:',
          {
            of: 'problems' as const,
            text: problems.map(problemLine).join('\n'),
            most: most.problems,
          },
        ]),
    ...(evidence ? evidenceParts(evidence) : []),
    wish.trim() === ''
      ? 'Find what is wrong, and propose what mends it.'
      : 'What the person wants:',
    ...(wish.trim() === '' ? [] : [{ of: 'request' as const, text: wish, most: MOST_WISH }]),
  ];
}

const problemLine = ({ severity, file, line, column, message }: Problem): string =>
  `${file}:${line}:${column} ${severity}: ${message}`;

/** Files that tell most of a tool come first, since a large folder is not sent whole. */
const rank = (path: string): number =>
  [
    /^(definition|agent)\.json$/,
    /^execution\./,
    /^[^/]+\.(py|sh|ps1|ts)$/,
    /^return\.json$/,
  ].findIndex((one) => one.test(path)) + 1 || 9;

/** The texts that can be changed, each as far as it is sent. */
export function filesSent(files: Folder): { path: string; text: string; most: number }[] {
  let left: number = most.files;
  return Object.entries(files)
    .filter(([path, content]) => typeof content === 'string' && !isModuleCache(path, files))
    .sort(([one], [other]) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .map(([path, content]) => {
      const text = String(content);
      const share = Math.min(most.file, left);
      left -= Math.min(text.length, share);
      return { path, text, most: share };
    });
}

function fileParts(files: Folder): Part[] {
  const sent = filesSent(files);
  const names = new Set(sent.map(({ path }) => path));
  const others = Object.keys(files).filter((path) => !names.has(path));
  return [
    ...sent.map((file) => ({ of: 'file' as const, ...file })),
    ...(others.length === 0
      ? []
      : [
          'Beside them lie files that are not shown and cannot be changed:',
          { of: 'other-files' as const, text: others.join('\n'), most: most.problems },
        ]),
  ];
}

function evidenceParts(evidence: HelpEvidence): Part[] {
  const { from, tool, said = [], ending, traceback } = evidence;
  const isTalk = from === 'conversation';
  return [
    isTalk
      ? 'A model called it in a conversation. What was said before the call:'
      : `It was run, and ended as "${ending ?? 'not run'}". The tool, its arguments, and what the model gets of the result:`,
    ...(isTalk
      ? said.map(({ by, text }) => ({ of: `${by}-said` as const, text, most: most.said }))
      : []),
    ...(isTalk
      ? [
          `The call${ending === undefined ? '' : `, which ended as "${ending}"`}, and what the model got of the result:`,
        ]
      : []),
    { of: 'tool', text: tool, most: 1_000 },
    { of: 'arguments', text: evidence.arguments, most: most.arguments },
    { of: 'result', text: evidence.llmContent, most: most.result },
    ...(traceback === undefined
      ? []
      : [{ of: 'traceback' as const, text: traceback, most: most.traceback }]),
  ];
}
