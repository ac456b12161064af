import type { Context, Input } from '../context.ts';
import { ask, type Finding } from '../decision.ts';
import { readers } from '../rules/readers.ts';
import { plainWord, type Word } from '../words/word.ts';

const value = (word: Word | undefined) => (word?.certain ? word.values?.[0] : undefined);

/** Options that neither split names nor read them from elsewhere; those of `valued` take a value. */
const harmless =
  /^(-[0rtx]+|--null|--no-run-if-empty|--max-(args|procs|lines)=\d+|-[0rtx]*[nPLI]\S+)$/;
const valued = /^-[0rtx]*[nPLI]$/;
const zero = /^(-[0rtx]*0\S*|--null)$/;

/** Judges `xargs`, which appends its input to a command: names inside the workspace, or unknown words. */
export const judgeXargs = (words: Word[], context: Context, input: Input): Finding[] => {
  const findings: Finding[] = [];
  let at = 0;
  let exact = false;
  for (; at < words.length; at++) {
    const option = value(words[at]);
    if (option === undefined || !option.startsWith('-')) break;
    if (option === '--') {
      at++;
      break;
    }
    exact = exact || zero.test(option);
    if (valued.test(option)) at++;
    else if (!harmless.test(option)) findings.push(ask('xargs', 'changes-names-reads', { option }));
    if (words[at]?.splits) findings.push(ask('xargs', 'words-command-cannot-seen'));
  }
  const command = words.slice(at);
  const program = value(command[0]) ?? (command.length === 0 ? 'echo' : '');
  const reader = Object.hasOwn(readers, program) ? readers[program] : undefined;
  const names = input.names ? input.names : undefined;
  // If names are separated by NUL and `xargs` splits at blanks, or the reverse, they run together.
  const whole = names !== undefined && names.nul === exact;
  // If split at blanks, a name such as "a -o b" becomes an option. A whole name may begin with "-".
  const plain = whole && exact && names.rooted;
  if (!plain && /!-(?!-files0-from)/.test(reader?.options ?? ''))
    findings.push(ask('xargs', 'file-name-taken-option'));
  if (!reader) findings.push(ask('xargs', 'what-given-cannot-seen', { name: program }));
  const inner = command.length > 0 ? command : [plainWord('echo')];
  return [...findings, ...context.judgeWords(inner, { names: whole ? names : false })];
};
