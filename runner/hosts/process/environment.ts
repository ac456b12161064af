/** Where the box has its private places; nothing of the machine shows through there. */
export const places = { home: '/home/lathe', temp: '/tmp', script: '/lathe' };

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

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
    // A repository in the workspace may name programs of its own; git starts none of them.
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'core.hooksPath',
    GIT_CONFIG_VALUE_0: '/dev/null',
    GIT_CONFIG_KEY_1: 'core.fsmonitor',
    GIT_CONFIG_VALUE_1: 'false',
  };
}
