import type { Context } from './context.ts';
import { allow, ask, type Finding } from './decision.ts';
import { judgePath } from './judge-operands.ts';
import { findLaunchers, findPrimaries, findReferences } from './rules/find.ts';
import type { Word } from './word.ts';

/** find's own language: starting points, then tests and actions, each with its words. */
export const judgeFind = (words: Word[], context: Context): Finding[] => {
  const findings: Finding[] = [];
  let started = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    const text = word?.values?.[0];
    if (!word) break;
    if (text === undefined || !word.certain) {
      findings.push(ask('find', `"${word.source}" cannot be seen`));
    } else if (!/^[-(!),]/.test(text) && !started) {
      findings.push(...judgePath(word, 'find', context));
      if (word.leadingWild) findings.push(ask('find', 'a file name may be taken for an action'));
    } else if (findLaunchers.has(text)) {
      started = true;
      const end = words.findIndex(
        (next, index) => index > at && /^[;+]$/.test(next.values?.[0] ?? ''),
      );
      const command = words.slice(at + 1, end < 0 ? undefined : end);
      // `{}` stands for a path below the starting points, which were judged.
      findings.push(
        ...context.judgeWords(
          command.map((part) => (part.values?.[0] === '{}' ? { ...part, inside: true } : part)),
          {},
        ),
      );
      if (/^-(execdir|ok|okdir)$/.test(text))
        findings.push(ask('find', `"${text}" starts a program`));
      at = end < 0 ? words.length : end;
    } else if (Object.hasOwn(findPrimaries, text)) {
      started = started || !/^-[LPH]$/.test(text);
      at += findPrimaries[text] ?? 0;
    } else if (findReferences.test(text)) {
      started = true;
      const reference = words[++at];
      if (reference) findings.push(...judgePath(reference, 'find', context));
    } else {
      started = true;
      findings.push(ask('find', `"${text}" writes, deletes, or is not known to only read`));
    }
  }
  const only = findings.every((finding) => finding.decision === 'allow');
  return only ? [...findings, allow('find', 'it only lists')] : findings;
};
