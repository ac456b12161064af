import type { forbiddenReasons } from '../../../../shared/commands/reasons/forbidden.ts';

export const forbiddenTexts: Record<keyof typeof forbiddenReasons, string> = {
  'stands-text-cannot-parsed': '无法解析的文本里有“{name}”',
  'starts-itself-without-end': '“{name}”会无止境地启动自己',
  'changes-kernel': '“{name}”会改变内核',
  'changes-run-level': '“{name}”会改变运行级别',
  'changes-whole-file-system': '“{name}”会改变整个文件系统',
  'deletes-root-file-system': '“{name}”会删除文件系统的根',
  'edits-who-take-rights': '“{name}”会修改哪些用户可以提升权限',
  'ends-every-process': '“{name}”会结束所有进程',
  'erases-device': '“{name}”会抹掉设备',
  'formats-device': '“{name}”会格式化设备',
  'moves-root-file-system': '“{name}”会移动文件系统的根',
  'partitions-device': '“{name}”会给设备分区',
  'starts-another-kernel': '“{name}”会启动另一个内核',
  'stops-machine': '“{name}”会关停机器',
  'takes-rights-another-user': '“{name}”会以其他用户的权限运行',
  'writes-device': '“{name}”会写入设备“{device}”',
  'alias-runs-something-forbidden': '这个别名会运行被禁止的内容',
  'redirection-writes': '重定向会写入“{path}”',
};
