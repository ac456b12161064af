/** Where the box has its private places; nothing of the machine shows through there. */
export const places = {
  home: '/home/lathe',
  temp: '/tmp',
  script: '/lathe',
  startUp: '/etc/lathe-start-up.sh',
  /** Programs that Lathe brings along. */
  programs: '/opt/lathe/bin',
};

// What the machine has itself goes first.
const PATH = `/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:${places.programs}`;

/** Settings of git by which a repository would start a program, as git.sh does for those with other names. */
const off: readonly (readonly [name: string, value: string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.sshCommand', '/bin/false'],
  ['core.alternateRefsCommand', '/bin/false'],
  ['credential.helper', ''],
  ['gpg.program', '/bin/false'],
  ['gpg.openpgp.program', '/bin/false'],
  ['gpg.x509.program', '/bin/false'],
  ['gpg.ssh.program', '/bin/false'],
  ['gpg.ssh.defaultKeyCommand', '/bin/false'],
  ['log.showSignature', 'false'],
  // A submodule has settings of its own, which nobody has looked at.
  ['diff.submodule', 'short'],
  ['diff.ignoreSubmodules', 'dirty'],
  ['submodule.recurse', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
];
const gitSettings: Readonly<Record<string, string>> = Object.fromEntries([
  ['GIT_CONFIG_COUNT', String(off.length)],
  ...off.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]),
]);

/**
 * The whole environment of a script: what is fixed here, and the job's own variables, which can
 * replace none of it. Nothing of the runner's environment goes in.
 */
export function environment(
  variables: Record<string, string>,
  own: { home: string; temp: string },
): Record<string, string> {
  return {
    ...variables,
    PATH,
    HOME: own.home,
    TMPDIR: own.temp,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    // Every bash reads it first; without a box it is not there.
    BASH_ENV: places.startUp,
    // A repository in the workspace may name programs of its own; git starts none of them.
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    GIT_OPTIONAL_LOCKS: '0',
    ...gitSettings,
  };
}
