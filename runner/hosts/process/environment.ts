/** The private paths of a sandbox, where nothing of the machine is visible. */
export const places = {
  home: '/home/lathe',
  temp: '/tmp',
  script: '/lathe',
  startUp: '/etc/lathe-start-up.sh',
  /** Programs from Lathe's packages. */
  programs: '/opt/lathe/bin',
};

// The machine's own programs come first.
const PATH = `/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:${places.programs}`;

/** Settings of git that would let a repository start a program; git.sh handles those with variable names. */
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
  // A submodule has its own settings, which nobody has checked.
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
 * Returns the whole environment of a script: fixed variables and the job's own, which cannot replace them. It
 * contains nothing of the runner's environment.
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
    // Every bash reads it first; it exists only in a sandbox.
    BASH_ENV: places.startUp,
    // A repository in the workspace may name programs; git starts none of them.
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    GIT_OPTIONAL_LOCKS: '0',
    ...gitSettings,
  };
}
