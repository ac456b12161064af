import type { ReasonCode } from '../../because.ts';

/** Commands that are refused whoever asks, beside those of every shell. Names in lower case. */
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

/** What deletes, by every name that it has. */
export const deleters: ReadonlySet<string> = new Set([
  'remove-item',
  'rm',
  'ri',
  'del',
  'erase',
  'rd',
  'rmdir',
]);

/** What starts a program or runs a text that it is given: its words are looked at, too. */
export const launchers: ReadonlySet<string> = new Set(
  `invoke-expression iex start-process saps start invoke-command icm invoke-cimmethod icim invoke-wmimethod
   powershell pwsh cmd bash sh zsh dash wsl env nohup xargs time start-job sajb`.split(/\s+/),
);

/** A root of files, on any system. */
export const rootPath = /^(?:[\\/]+|[a-z]:[\\/]*)(?:\*(?:\.\*)?)?$/i;
