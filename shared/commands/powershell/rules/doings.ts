import { doings } from '../../rules/doings.ts';
import type { ReasonCode } from '../../because.ts';
import { aliases } from './aliases.ts';

/** What commands that need approval do, by full name or by verb. Source: PowerShell's approved verbs. */
const known: Readonly<Record<string, ReasonCode>> = {
  'new-item': 'makes-files',
  'set-acl': 'changes-rights',
  'invoke-expression': 'runs-code',
  'invoke-command': 'runs-code',
  'invoke-webrequest': 'opens-connections',
  'invoke-restmethod': 'opens-connections',
  'start-process': 'runs-code',
  'stop-process': 'ends-processes',
  'add-content': 'writes-files',
  'set-content': 'writes-files',
  'set-item': 'writes-files',
  'tee-object': 'writes-files',
  'out-file': 'writes-files',
  mkdir: 'makes-folders',
  md: 'makes-folders',
  remove: 'deletes-files',
  clear: 'deletes-files',
  move: 'moves-files',
  rename: 'moves-files',
  copy: 'copies-files',
  export: 'writes-files',
  compress: 'packs-files',
  expand: 'packs-files',
  install: 'installs',
  uninstall: 'installs',
};
/** Nouns whose verbs do not act on files. */
const elsewhere = /-(variable|host|job|history|event|alias|psdrive|module|typedata)$/;

/** Returns what a command that needs approval does, as far as its name tells. */
export const doingOf = (name: string): ReasonCode => {
  const whole = (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name;
  const verb = elsewhere.test(whole) ? '' : (whole.split('-')[0] ?? '');
  const found = [whole, verb].find((one) => Object.hasOwn(known, one));
  const plain = name.replace(/\.exe$/, '');
  const does = found === undefined ? undefined : known[found];
  return does ?? doings.get(plain) ?? 'unknown-cmdlet';
};
