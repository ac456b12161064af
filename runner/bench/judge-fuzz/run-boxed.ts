import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BWRAP = '/usr/bin/bwrap';
/** How many scripts run in one sandbox, because its setup takes as long as some of them. */
const TOGETHER = 250;

/** The folder of the scripts in the sandbox, and the only one that they may read. */
export const FOLDER = '/box/files';

/** Programs that must not start: forbidden ones, and writers. */
const MARKED = `sudo su doas pkexec reboot shutdown halt poweroff mkfs mkfs.ext4 fdisk modprobe touch rm
  tee mv cp mkdir rmdir chmod chown ln dd truncate install mktemp mkfifo curl wget ssh nc python python3
  node perl ruby vi vim nano less more man gcc make tar zip unzip split csplit shred crontab`;

/** Runs inside the sandbox: each script in turn, then a check of what it left. */
const driver = String.raw`
prepare() {
  /usr/bin/rm -rf /box /outside /home/lathe /marks && /usr/bin/mkdir -p ${FOLDER}/sub /outside /home/lathe /marks
  cd ${FOLDER}
  printf 'one,1\ntwo,2\none,3\n' > a.txt; printf 'two,2\nthree,3\n' > b.txt; printf 'one\n' > sub/c.txt
  printf '{"a": [1]}\n' > j.json; : > -onew.txt; : > --output=new.txt
  printf 'touch new.txt\n' > run.sh; /usr/bin/chmod 755 run.sh
  for place in /box /outside /home/lathe; do printf 'one OUTSIDE\n' > $place/secret.txt; printf 'a.txt\0' > $place/list0; done
  /usr/bin/touch -a -d 2000-01-01 /box/secret.txt /box/list0 /outside/secret.txt /outside/list0 /home/lathe/secret.txt /home/lathe/list0
  before=$(look)
}
look() {
  /usr/bin/find /tmp -mindepth 1 -printf '%p %s\n'
  /usr/bin/find ${FOLDER} /marks /home /outside /box -printf '%p %s %y %m %T@\n'
  /usr/bin/find /box/secret.txt /box/list0 /outside /home/lathe -type f -printf '%p read %A@\n'
}
prepare
for script in /scripts/*.sh; do
  cd ${FOLDER}
  PATH=/marked:/usr/bin:/bin timeout -k 1 5 bash --noprofile --norc "$script" < /dev/null > /dev/null 2>&1
  after=$(look)
  if [ "$before" != "$after" ]; then
    printf '%s\t' "$script"
    /usr/bin/diff <(printf '%s\n' "$before") <(printf '%s\n' "$after") | /usr/bin/grep '^[<>]' | /usr/bin/head -6 | /usr/bin/tr '\n' ' '
    /usr/bin/cat /marks/started 2> /dev/null | /usr/bin/head -3 | /usr/bin/tr '\n' ' '
    echo
    prepare
  fi
done
echo finished
`;

const mark = '#!/bin/sh\necho "started ${0##*/} $*" >> /marks/started\n';

const boxArguments = (folder: string): string[] => [
  ...['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...['--uid', '1000', '--gid', '1000', '--hostname', 'box', '--clearenv'],
  ...['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc/alternatives', '/etc/ld.so.cache'].flatMap(
    (path) => ['--ro-bind-try', path, path],
  ),
  ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--tmpfs', '/home'],
  ...['--ro-bind', join(folder, 'scripts'), '/scripts'],
  ...['--ro-bind', join(folder, 'marked'), '/marked'],
  ...['--ro-bind', join(folder, 'driver.sh'), '/driver.sh'],
  ...['--setenv', 'HOME', '/home/lathe', '--setenv', 'LANG', 'C.UTF-8', '--setenv', 'TERM', 'dumb'],
  ...['--setenv', 'PATH', '/usr/bin:/bin', '--chdir', '/'],
  ...['--', '/usr/bin/bash', '--noprofile', '--norc', '/driver.sh'],
];

/** A forbidden effect of a script. */
export interface Deed {
  /** The index of the script. */
  index: number;
  deed: string;
}

const inBox = (folder: string): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(BWRAP, boxArguments(folder), { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (stdout.trimEnd().endsWith('finished')) resolve(stdout);
      else reject(new Error(`The box ended early: ${error?.message ?? ''} ${stderr}`.trim()));
    });
  });

const runTogether = async (scripts: readonly string[], first: number): Promise<Deed[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-judge-fuzz-'));
  try {
    mkdirSync(join(folder, 'scripts'));
    mkdirSync(join(folder, 'marked'));
    for (const name of MARKED.split(/\s+/))
      writeFileSync(join(folder, 'marked', name), mark, { mode: 0o755 });
    writeFileSync(join(folder, 'driver.sh'), driver);
    for (const [at, script] of scripts.entries())
      writeFileSync(join(folder, 'scripts', `${String(at).padStart(5, '0')}.sh`), script);
    const said = await inBox(folder);
    return [...said.matchAll(/^\/scripts\/(\d+)\.sh\t(.*)$/gm)].map(([, at, deed = '']) => ({
      index: first + Number(at),
      deed: deed.trim(),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Returns why scripts cannot run in a sandbox here; undefined if they can. */
export const missingBox = (): string | undefined =>
  existsSync(BWRAP)
    ? undefined
    : 'Bubblewrap is missing here: install it with "apt install bubblewrap"';

/** Runs scripts with real bash in temporary sandboxes and returns those that did more than read their folder. */
export const runBoxed = async (scripts: readonly string[], boxes = 2): Promise<Deed[]> => {
  const batches: number[] = [];
  for (let at = 0; at < scripts.length; at += TOGETHER) batches.push(at);
  const deeds: Deed[] = [];
  const work = async (): Promise<void> => {
    for (let at = batches.shift(); at !== undefined; at = batches.shift())
      deeds.push(...(await runTogether(scripts.slice(at, at + TOGETHER), at)));
  };
  await Promise.all(Array.from({ length: boxes }, work));
  return deeds.sort((a, b) => a.index - b.index);
};
