import type { Reason } from '../../tool/problem/reason.ts';
import { because, type ReasonCode } from '../because.ts';
import { normalise, type Place } from '../paths.ts';
import {
  blockDevice,
  forbiddenFamilies,
  forbiddenPrograms,
  forbiddenSubcommands,
  kernelSwitch,
} from '../rules/forbidden.ts';
import type { Word } from '../words/word.ts';

const texts = (words: Word[]) => words.flatMap((word) => word.values ?? []);

/** Whether a path is the root of the file system, or a pattern for everything in it. */
const isRoot = (path: string, place: Place): boolean => {
  if (/^\/[/.*]*$/.test(path) && normalise(path.replaceAll('*', '')) === '/') return true;
  return place.directory === '/' && /^(\.\/?)*(\*|\.)?$/.test(path);
};

const recursive = (args: string[], letters: RegExp, long: string) =>
  args.some(
    (arg) => (/^-[^-]/.test(arg) && letters.test(arg)) || (arg.length > 3 && long.startsWith(arg)),
  );

/** Programs that only read a device: they need approval. Only programs that could write it are refused. */
const readsOnly =
  /^(cat|head|tail|od|xxd|hexdump|strings|file|stat|ls|wc|cmp|diff|sha\d+sum|md5sum|grep|find|du|test|\[)$/;

/** Programs that are forbidden only with certain operands. */
const careful = new Set(['rm', 'chmod', 'chown', 'chgrp', 'mv', 'find', 'kill']);

const special = (name: string, args: string[], place: Place): ReasonCode | undefined => {
  if (!careful.has(name)) return undefined;
  const operands = args.filter((arg) => !arg.startsWith('-'));
  const root = operands.some((operand) => isRoot(operand, place));
  if (name === 'rm' && root && recursive(args, /[rR]/, '--recursive'))
    return 'deletes-root-file-system';
  if (/^(chmod|chown|chgrp)$/.test(name) && root && recursive(args, /R/, '--recursive'))
    return 'changes-whole-file-system';
  if (name === 'mv' && operands.slice(0, -1).some((operand) => isRoot(operand, place)))
    return 'moves-root-file-system';
  if (name === 'find' && root && args.includes('-delete')) return 'deletes-root-file-system';
  if (name === 'kill' && /^(-1|1)$/.test(args.at(-1) ?? '') && args.length > 1)
    return 'ends-every-process';
  return undefined;
};

/**
 * Returns why a command is forbidden, or undefined. Guessed values count, so that a disguise does not help.
 */
export const forbidden = (name: string, words: Word[], place: Place): Reason | undefined => {
  const no = (code: ReasonCode) => because(code, { name });
  const program = name.split('/').at(-1) ?? name;
  const known = Object.hasOwn(forbiddenPrograms, program) ? forbiddenPrograms[program] : undefined;
  if (known) return no(known);
  const family = forbiddenFamilies.find(([prefix]) => program.startsWith(prefix));
  if (family) return no(family[1]);
  const args = texts(words);
  const refused = Object.hasOwn(forbiddenSubcommands, program)
    ? forbiddenSubcommands[program]
    : undefined;
  if (refused && args.some((arg) => refused.includes(arg))) return no('stops-machine');
  if (!readsOnly.test(program)) {
    const device = args
      .filter((arg) => arg.includes('dev/') && !arg.startsWith('if='))
      .find((arg) => blockDevice.test(arg.replace(/^[a-z]+=/, '')));
    if (device) return because('writes-device', { name, device });
  }
  const why = special(program, args, place);
  return why && no(why);
};

/** Returns why a redirection to this path is forbidden, or undefined. */
export const forbiddenTarget = (path: string): Reason | undefined =>
  blockDevice.test(path) || kernelSwitch.test(path)
    ? because('redirection-writes', { path })
    : undefined;
