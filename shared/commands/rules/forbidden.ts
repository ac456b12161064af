/** Programs that are refused whoever asks, in any mode. Source: seed 003, FORBIDDEN, widened by its kin. */
export const forbiddenPrograms: Readonly<Record<string, string>> = {
  sudo: 'takes the rights of another user',
  su: 'takes the rights of another user',
  doas: 'takes the rights of another user',
  pkexec: 'takes the rights of another user',
  runuser: 'takes the rights of another user',
  visudo: 'edits who may take rights',
  shutdown: 'stops the machine',
  reboot: 'stops the machine',
  halt: 'stops the machine',
  poweroff: 'stops the machine',
  telinit: 'changes the run level',
  kexec: 'starts another kernel',
  mkswap: 'formats a device',
  mke2fs: 'formats a device',
  fdisk: 'partitions a device',
  sfdisk: 'partitions a device',
  cfdisk: 'partitions a device',
  gdisk: 'partitions a device',
  sgdisk: 'partitions a device',
  parted: 'partitions a device',
  wipefs: 'erases a device',
  blkdiscard: 'erases a device',
  insmod: 'changes the kernel',
  rmmod: 'changes the kernel',
  modprobe: 'changes the kernel',
};

/** Families by the beginning of their name, such as mkfs.ext4. */
export const forbiddenFamilies: readonly (readonly [string, string])[] = [
  ['mkfs', 'formats a device'],
];

/** Subcommands that are refused, by program. */
export const forbiddenSubcommands: Readonly<Record<string, readonly string[]>> = {
  init: ['0', '1', '6', 's', 'S'],
  systemctl: ['poweroff', 'reboot', 'halt', 'kexec', 'rescue', 'emergency', 'suspend', 'hibernate'],
  loginctl: ['poweroff', 'reboot', 'halt'],
};

/** Block devices: nothing here may be written by any program. */
export const blockDevice =
  /^\/+dev\/+(sd|hd|vd|xvd|nvme|mmcblk|disk|mapper|md|dm-|loop|ram|zram|mem$|kmem$|port$)/;

/** Kernel switches that stop or reset the machine. */
export const kernelSwitch = /^\/+proc\/+(sysrq-trigger|sys\/)|^\/+sys\/+power\//;
