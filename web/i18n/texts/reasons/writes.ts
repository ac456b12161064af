import type { writeReasons } from '../../../../shared/commands/reasons/writes.ts';

export const writeTexts: Record<keyof typeof writeReasons, string> = {
  'deletes-files': '“{name}”会删除文件',
  'moves-files': '“{name}”会移动文件',
  'copies-files': '“{name}”会复制文件',
  'makes-folders': '“{name}”会新建文件夹',
  'makes-files': '“{name}”会新建文件或更改文件时间',
  'makes-links': '“{name}”会建立链接',
  'writes-files': '“{name}”会写入文件',
  'changes-rights': '“{name}”会更改文件的权限',
  'packs-files': '“{name}”会打包或解包文件',
  'edits-files': '“{name}”会打开文件进行编辑',
  'runs-project-scripts': '“{name}”会运行项目指定的内容，并可能写入',
  'runs-code': '“{name}”会运行未经检查的代码',
  builds: '“{name}”会构建，并写入构建结果',
  installs: '“{name}”会安装或卸载程序',
  'opens-connections': '“{name}”会连接其他机器',
  'ends-processes': '“{name}”会结束或更改进程',
  'changes-machine': '“{name}”会更改机器的设置',
  'starts-containers': '“{name}”会启动或更改容器',
};
