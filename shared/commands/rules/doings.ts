import type { ReasonCode } from '../because.ts';

/**
 * Programs that need approval, by what they do. A program that is missing here counts as one that may do more
 * than read.
 */
const programs = {
  'deletes-files': 'rm rmdir unlink shred trash truncate',
  'moves-files': 'mv rename',
  'copies-files': 'cp install scp rsync dd',
  'makes-folders': 'mkdir mktemp',
  'makes-files': 'touch mkfifo mknod fallocate',
  'makes-links': 'ln link',
  'writes-files': 'tee split csplit patch sponge',
  'changes-rights': 'chmod chown chgrp setfacl chattr umask',
  'packs-files': 'tar zip unzip gzip gunzip bzip2 bunzip2 xz unxz zstd 7z cpio ar',
  'edits-files': 'vi vim nvim nano emacs ed ex code',
  'runs-project-scripts': 'npm npx pnpm yarn bun make just task rake gradle mvn pytest tox',
  'runs-code': 'python python3 node deno ruby perl php lua java Rscript pwsh powershell source .',
  builds: 'cargo go gcc g++ clang cc rustc javac tsc cmake ninja docker-compose',
  installs: 'apt apt-get dpkg yum dnf pacman brew snap pip pip3 gem',
  'opens-connections': 'curl wget ssh sftp ftp nc ncat telnet ping dig nslookup gh',
  'ends-processes': 'kill pkill killall renice bg fg disown',
  'changes-machine': 'mount umount systemctl service sysctl crontab at useradd usermod passwd',
  'starts-containers': 'docker podman kubectl',
} as const satisfies Partial<Record<ReasonCode, string>>;

/** By program. Source: seed 003, DANGEROUS, with related programs. */
export const doings: ReadonlyMap<string, keyof typeof programs> = new Map(
  (Object.keys(programs) as (keyof typeof programs)[]).flatMap((code) =>
    programs[code].split(' ').map((name) => [name, code] as const),
  ),
);
