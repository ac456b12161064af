import type { ReasonCode } from '../because.ts';
import { allow, ask, deny, type Finding } from '../decision.ts';
import { blockDevice, forbiddenFamilies, forbiddenPrograms } from '../rules/forbidden.ts';
import type { Syntax } from '../syntax.ts';
import type { Around } from './around.ts';
import { isInside } from './is-inside.ts';
import { judgeReader } from './judge-reader.ts';
import { judgeNative } from './judge-native.ts';
import { literals } from './literal.ts';
import { aliases } from './rules/aliases.ts';
import { type CmdletRule, natives, readers } from './rules/cmdlets.ts';
import { doingOf } from './rules/doings.ts';
import { deleters, forbiddenCmdlets, launchers, rootPath } from './rules/forbidden.ts';

/** Returns why a program is always refused, or undefined. */
export const forbidden = (name: string): ReasonCode | undefined => {
  const plain = name
    .toLowerCase()
    .replaceAll('`', '')
    .replace(/^.*[\\/]/, '')
    .replace(/\.(exe|com|cmd|bat)$/, '');
  const family = forbiddenFamilies.find(([start]) => plain.startsWith(start));
  const known = [forbiddenCmdlets, forbiddenPrograms].find((table) => Object.hasOwn(table, plain));
  return known?.[plain] ?? family?.[1];
};

/** Returns the name of a command in lower case, without the names of PowerShell's own modules. */
export const nameOf = (command: Syntax): string | undefined => {
  const [operator] = command.children.filter((child) => child.named);
  const isCalled = operator?.type === 'command_invokation_operator';
  const holder = command.children.find(({ type }) => /^command_name(_expr)?$/.test(type));
  if (holder === undefined) return undefined;
  if (!isCalled) return plain(holder.text);
  const [inner] = holder.children.filter((child) => child.named);
  if (inner?.type === 'command_name') return plain(inner.text);
  const [text, ...more] = (inner && literals(inner)) ?? [];
  return text === undefined || more.length > 0 ? undefined : plain(text);
};

const plain = (name: string): string =>
  name.toLowerCase().replace(/^microsoft\.powershell\.(core|management|utility)\\/, '');

/** Judges one command by its name and arguments. Nested commands are judged elsewhere. */
export function judgeCommand(command: Syntax, around: Around): Finding[] {
  const name = nameOf(command);
  const given = command.children
    .filter(({ type }) => type === 'command_elements')
    .flatMap(({ children }) => children)
    .filter(({ type }) => type !== 'command_argument_sep' && type !== 'redirection')
    // Without a blank, the grammar takes this redirection for a word.
    .filter(({ text }) => !/^[2-6*]>\$null$/i.test(text));
  if (isBlock(command)) return [allow('block', 'block-judged-alone')];
  if (name === undefined) return [ask('call', 'unseen-call')];
  if (/^-?\d+(\.\.-?\d+)?$/.test(name) && given.length === 0) return [allow('number', 'is-number')];
  const why = forbidden(name);
  if (why !== undefined) return [deny('forbidden', why, { name })];
  const values = given.flatMap((node) => literals(node) ?? []);
  const refused = refusedValues(name, values);
  if (refused.length > 0) return refused;
  const isDotted = command.children.some(
    ({ type, text }) => type === 'command_invokation_operator' && text.trim() === '.',
  );
  if (isDotted) return [ask('call', 'runs-script-in-place')];
  const reader = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
  const rule = Object.hasOwn(readers, reader) ? readers[reader] : undefined;
  if (rule) return judgeReader(reader, natives.has(name) ? asNative(rule) : rule, given, around);
  const native = judgeNative(name, given, around.place);
  if (native) return native;
  if (around.functions.has(name)) return [allow('function', 'body-judged-alone')];
  return [ask('unknown', doingOf(name), { name })];
}

/** If the name is also that of a program, the value of any parameter may be a file that it reads. */
const asNative = ({ valued: _valued, textFirst: _textFirst, ...rule }: CmdletRule): CmdletRule =>
  rule;

function isBlock(command: Syntax): boolean {
  const holder = command.children.find(({ type }) => type === 'command_name_expr');
  const [inner] = holder?.children.filter((child) => child.named) ?? [];
  return inner?.type === 'script_block_expression';
}

/** Returns denials because of the arguments. They only make the answer stricter. */
function refusedValues(name: string, values: string[]): Finding[] {
  const device = values.find((value) => blockDevice.test(value.replace(/^of=/, '')));
  if (device !== undefined && !Object.hasOwn(readers, aliases[name] ?? name))
    return [deny('forbidden', 'is-device', { device })];
  if (deleters.has(name) && values.some((value) => rootPath.test(value)))
    return [deny('forbidden', 'deletes-root')];
  if (!launchers.has(name.replace(/\.exe$/, ''))) return [];
  for (const word of launchedWords(values)) {
    const why = forbidden(word);
    if (why !== undefined) return [deny('forbidden', why, { name: word })];
  }
  return [];
}

/** Judges the target of a redirection. */
export function judgeRedirection(node: Syntax, { place }: Around): Finding[] {
  const file = node.children.find(({ type }) => type === 'redirected_file_name');
  if (file === undefined) return [];
  if (file.text.trim().toLowerCase() === '$null') return [];
  const [path] = literals(file) ?? [];
  if (path !== undefined && blockDevice.test(path))
    return [deny('forbidden', 'is-device', { device: path })];
  const inside = path !== undefined && isInside(path, place);
  return [ask('redirect', inside ? 'writes-a-file' : 'writes-outside')];
}

/** Returns the words of texts that run as code, including base64-encoded commands. */
function launchedWords(values: readonly string[]): string[] {
  const texts = values.flatMap((value) => [value, decoded(value)]);
  return texts.flatMap((text) => text.split(/[^\w.\-`]+/)).filter((word) => word !== '');
}

/** Decodes the value of `-EncodedCommand`: base64 over UTF-16. Returns '' for any other text. */
function decoded(value: string): string {
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value)) return '';
  try {
    const bytes = Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-16le').decode(bytes);
  } catch {
    return '';
  }
}
