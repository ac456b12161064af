import type { ReasonCode } from '../because.ts';

/** Programs that are always refused, in any mode. Source: seed 003, FORBIDDEN, with related programs. */
export const forbiddenPrograms: Readonly<Record<string, ReasonCode>> = {
  sudo: 'takes-rights-another-user',
  su: 'takes-rights-another-user',
  doas: 'takes-rights-another-user',
  pkexec: 'takes-rights-another-user',
  runuser: 'takes-rights-another-user',
  visudo: 'edits-who-take-rights',
  shutdown: 'stops-machine',
  reboot: 'stops-machine',
  halt: 'stops-machine',
  poweroff: 'stops-machine',
  telinit: 'changes-run-level',
  kexec: 'starts-another-kernel',
  mkswap: 'formats-device',
  mke2fs: 'formats-device',
  fdisk: 'partitions-device',
  sfdisk: 'partitions-device',
  cfdisk: 'partitions-device',
  gdisk: 'partitions-device',
  sgdisk: 'partitions-device',
  parted: 'partitions-device',
  wipefs: 'erases-device',
  blkdiscard: 'erases-device',
  insmod: 'changes-kernel',
  rmmod: 'changes-kernel',
  modprobe: 'changes-kernel',
};

/** Families of programs by the beginning of their name, such as mkfs.ext4. */
export const forbiddenFamilies: readonly (readonly [string, ReasonCode])[] = [
  ['mkfs', 'formats-device'],
];

/** Subcommands that are always refused, by program. */
export const forbiddenSubcommands: Readonly<Record<string, readonly string[]>> = {
  init: ['0', '1', '6', 's', 'S'],
  systemctl: ['poweroff', 'reboot', 'halt', 'kexec', 'rescue', 'emergency', 'suspend', 'hibernate'],
  loginctl: ['poweroff', 'reboot', 'halt'],
};

/** Block devices, which no program may write. */
export const blockDevice =
  /^\/+dev\/+(sd|hd|vd|xvd|nvme|mmcblk|disk|mapper|md|dm-|loop|ram|zram|mem$|kmem$|port$)/;

/** Kernel switches that stop or reset the machine. */
export const kernelSwitch = /^\/+proc\/+(sysrq-trigger|sys\/)|^\/+sys\/+power\//;
