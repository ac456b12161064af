const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** The little of /etc that programs need to start: the rest may hold secrets. */
const ETC = ['alternatives', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime', 'magic'];

/**
 * Arguments of bubblewrap that every box has: new namespaces of every kind (so no network, and every
 * process dies with the first), no capabilities, the system read-only, and nothing of the person.
 */
export const systemView: readonly string[] = [
  '--unshare-all',
  '--unshare-user',
  '--die-with-parent',
  '--new-session',
  ...['--uid', '1000', '--gid', '1000', '--hostname', 'lathe'],
  ...['--cap-drop', 'ALL'],
  ...SYSTEM.flatMap((path) => ['--ro-bind-try', path, path]),
  ...ETC.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
];
