import type { Context } from '../context.ts';
import { allow, ask, type Finding } from '../decision.ts';
import { judgePath } from './judge-operands.ts';
import { findLaunchers, findPrimaries, findReferences } from '../rules/find.ts';
import type { Word } from '../words/word.ts';

const isPath = (part: Word) => part.certain && part.values?.[0] === '{}';
const ends = (word: Word, before: Word | undefined) =>
  word.certain &&
  (word.values?.[0] === ';' || (word.values?.[0] === '+' && before?.values?.[0] === '{}'));

const foundPath = (part: Word, many: boolean): Word => ({
  ...part,
  values: undefined,
  certain: false,
  exact: false,
  prefix: '',
  inside: true,
  splits: many,
  mayDash: false,
});

/** Whether a value may become several words, one of which may be a file with the name of an action. */
const splitsOpenly = (value: Word): boolean =>
  value.splits && !(value.certain && !value.source.startsWith('-') && /\.\w+$/.test(value.source));

/** Judges `find`: starting points, then tests and actions, each with its arguments. */
export const judgeFind = (words: Word[], context: Context): Finding[] => {
  const findings: Finding[] = [];
  let started = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    const text = word?.values?.[0];
    if (!word) break;
    if (text === undefined || !word.certain) {
      findings.push(ask('find', 'cannot-seen', { text: word.source }));
    } else if (!/^[-(!),]/.test(text) && !started) {
      findings.push(...judgePath(word, 'find', context));
      if (word.leadingWild) findings.push(ask('find', 'file-name-taken-action'));
    } else if (findLaunchers.has(text)) {
      started = true;
      const end = words.findIndex((next, index) => index > at && ends(next, words[index - 1]));
      const many = words[end]?.values?.[0] === '+';
      const command = words.slice(at + 1, end < 0 ? undefined : end);
      // `{}` is a path below the starting points, which were judged; its text is unknown.
      findings.push(
        ...context.judgeWords(
          command.map((part) => (isPath(part) ? foundPath(part, many) : part)),
          {},
        ),
      );
      if (command.some((part) => part.source.includes('{}') && !isPath(part)))
        findings.push(ask('find', 'file-name-pasted-into-word'));
      if (end < 0) findings.push(ask('find', 'where-command-ends-cannot-seen'));
      if (/^-(execdir|ok|okdir)$/.test(text))
        findings.push(ask('find', 'starts-program', { text }));
      at = end < 0 ? words.length : end;
    } else if (Object.hasOwn(findPrimaries, text)) {
      started = started || !/^-[LPH]$/.test(text);
      for (let taken = findPrimaries[text] ?? 0; taken > 0; taken--) {
        const value = words[++at];
        if (value && splitsOpenly(value))
          findings.push(ask('find', 'may-become-several-words', { text: value.source }));
      }
    } else if (findReferences.test(text)) {
      started = true;
      const reference = words[++at];
      if (reference) findings.push(...judgePath(reference, 'find', context));
    } else {
      started = true;
      findings.push(ask('find', 'writes-deletes-not-known-only', { text }));
    }
  }
  const only = findings.every((finding) => finding.decision === 'allow');
  return only ? [...findings, allow('find', 'only-reads-names')] : findings;
};
