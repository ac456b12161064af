import type { Context, Input } from '../context.ts';
import { ask, type Finding } from '../decision.ts';
import type { Word } from '../words/word.ts';

const value = (word: Word | undefined) => word?.values?.[0];

/** `bash` reads scripts as the judge does; `posix` shells support a part of that grammar. */
const bash = /^r?bash$/;
const posix = /^(sh|dash|ash)$/;
/**
 * Forms that bash reads as comparison, arithmetic or quoting, and other shells as a program, a subshell or a
 * string.
 */
const differs = /\[\[|(^|[^$])\(\(|\$'/;

/** Judges a shell: `bash -c TEXT`, or a script from a pipe, here-document or here-string. */
export const judgeShell = (
  name: string,
  words: Word[],
  context: Context,
  input: Input,
): Finding[] => {
  const findings: Finding[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    const option = value(word);
    if (option === undefined || !/^[-+]/.test(option)) {
      return [...findings, ask(name, 'runs-script-cannot-seen-from')];
    }
    if (!/^-[lexuf]*c[lexuf]*$/.test(option)) {
      findings.push(ask(name, 'changes-what-shell-does', { option }));
      continue;
    }
    if (!word?.certain || word.splits) findings.push(ask(name, 'word-script-cannot-seen'));
    const script = words[at + 1];
    const text = value(script);
    if (!script || text === undefined) return [...findings, ask(name, 'script-cannot-seen')];
    if (!bash.test(name) && (!posix.test(name) || differs.test(text)))
      findings.push(ask(name, 'reads-script-otherwise-bash-does'));
    if (!script.certain) findings.push(ask(name, 'script-made-from-text-not'));
    if (/l/.test(option)) findings.push(ask(name, 'login-shell-reads-start-up'));
    if (words.length > at + 2) findings.push(ask(name, 'script-given-words'));
    return [...findings, ...context.judgeText(text)];
  }
  const fed = input.text === undefined ? [] : context.judgeText(input.text);
  return [...findings, ...fed, ask(name, 'runs-what-fed')];
};
