/** Commands that are refused whoever asks, beside those of every shell. Names in lower case. */
export const forbiddenCmdlets: Readonly<Record<string, string>> = {
  'stop-computer': 'stops the machine',
  'restart-computer': 'stops the machine',
  'format-volume': 'formats a device',
  'clear-disk': 'erases a device',
  'initialize-disk': 'partitions a device',
  'new-partition': 'partitions a device',
  'remove-partition': 'partitions a device',
  'resize-partition': 'partitions a device',
  'set-partition': 'partitions a device',
  'reset-physicaldisk': 'erases a device',
  diskpart: 'partitions a device',
  format: 'formats a device',
  bcdedit: 'changes how the machine starts',
  bootrec: 'changes how the machine starts',
  runas: 'takes the rights of another user',
  vssadmin: 'deletes the copies of a disk',
  win32shutdown: 'stops the machine',
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
