import type { ReasonCode } from '../../because.ts';

/** Commands that are always refused, in addition to those of every shell. Names are in lower case. */
export const forbiddenCmdlets: Readonly<Record<string, ReasonCode>> = {
  'stop-computer': 'stops-machine',
  'restart-computer': 'stops-machine',
  'format-volume': 'formats-device',
  'clear-disk': 'erases-device',
  'initialize-disk': 'partitions-device',
  'new-partition': 'partitions-device',
  'remove-partition': 'partitions-device',
  'resize-partition': 'partitions-device',
  'set-partition': 'partitions-device',
  'reset-physicaldisk': 'erases-device',
  diskpart: 'partitions-device',
  format: 'formats-device',
  bcdedit: 'changes-machine-start',
  bootrec: 'changes-machine-start',
  runas: 'takes-rights-another-user',
  vssadmin: 'deletes-disk-copies',
  win32shutdown: 'stops-machine',
};

/** All names of commands that delete. */
export const deleters: ReadonlySet<string> = new Set([
  'remove-item',
  'rm',
  'ri',
  'del',
  'erase',
  'rd',
  'rmdir',
]);

/** Commands that start a program or run a text. The words of their arguments are checked, too. */
export const launchers: ReadonlySet<string> = new Set(
  `invoke-expression iex start-process saps start invoke-command icm invoke-cimmethod icim invoke-wmimethod
   powershell pwsh cmd bash sh zsh dash wsl env nohup xargs time start-job sajb`.split(/\s+/),
);

/** The root of a file system, on any system. */
export const rootPath = /^(?:[\\/]+|[a-z]:[\\/]*)(?:\*(?:\.\*)?)?$/i;
