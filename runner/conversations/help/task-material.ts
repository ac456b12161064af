import { isModuleCache } from '../../../shared/formats/script-module/module-files.ts';
import type { HelpEvidence, HelpTask } from '../../../shared/protocol/conversations/help.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Problem } from '../../../shared/tool/problem/problem.ts';
import type { Material } from './material.ts';

type Part = string | Material;

/** The most characters of a request; the protocol refuses longer ones. */
export const MOST_WISH = 20_000;
/** The most characters that are sent of each kind; `files` is the limit of all files together. */
const most = {
  ...{ file: 60_000, files: 200_000, problems: 8_000 },
  ...{ arguments: 8_000, result: 8_000, traceback: 8_000, said: 4_000 },
};

/** The material of a fix: the folder, its problems, the evidence of what went wrong, and the author's request. */
export function fixParts(task: HelpTask & { kind: 'fix' }, problems: readonly Problem[]): Part[] {
  const { id, files, wish, evidence } = task;
  return [
    'The folder of the tool:',
    { of: 'folder', text: id, most: 200 },
    'Its files, as they are in the editor:',
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
    wish.trim() === '' ? 'Find out what is wrong, and propose a fix.' : 'What the author wants:',
    ...(wish.trim() === '' ? [] : [{ of: 'request' as const, text: wish, most: MOST_WISH }]),
  ];
}

const problemLine = ({ severity, file, line, column, message }: Problem): string =>
  `${file}:${line}:${column} ${severity}: ${message}`;

/** The most important files of a tool come first, because a large folder is not sent whole. */
const rank = (path: string): number =>
  [
    /^(definition|agent)\.json$/,
    /^execution\./,
    /^[^/]+\.(py|sh|ps1|ts)$/,
    /^return\.json$/,
  ].findIndex((one) => one.test(path)) + 1 || 9;

/** The files that the model may change; `most` is how much of each is sent. */
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
          'The folder also contains files that you cannot see or change:',
          { of: 'other-files' as const, text: others.join('\n'), most: most.problems },
        ]),
  ];
}

function evidenceParts(evidence: HelpEvidence): Part[] {
  const { from, tool, said = [], ending, traceback } = evidence;
  const isTalk = from === 'conversation';
  return [
    isTalk
      ? 'A model called the tool in a conversation. The messages before the call:'
      : `The author ran the tool; the outcome was "${ending ?? 'not run'}". The tool, its arguments, and the result as the model gets it:`,
    ...(isTalk
      ? said.map(({ by, text }) => ({ of: `${by}-said` as const, text, most: most.said }))
      : []),
    ...(isTalk
      ? [
          `The call${ending === undefined ? '' : ` (outcome: "${ending}")`}, and the result as the model got it:`,
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
