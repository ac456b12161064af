import type { ProblemCodes } from '../../../shared/tool/problem/problem-codes.ts';
import type { ProblemWording } from '../../languages/language.ts';

/** Chinese wordings of why something cannot be imported, by code. */
export const importProblems: Record<ProblemCodes['import'], ProblemWording> = {
  'import-no-tool': {
    message:
      '“{entry}”里没有工具；工具文件夹要有 definition.json，以及 execution.py 或 execution.sh',
  },
  'import-same-folder': { message: '“{entry}”与另一个文件夹同名；请重命名其中一个，再次导入' },
  'import-stray-file': { message: '“{entry}”不在工具文件夹里，没有导入' },
  'import-taken': { message: '“{entry}”已存在；请把它移走，或重命名' },
  'import-refused': { message: '无法写入“{entry}”：{why}' },
  'import-empty-name': { message: '“{entry}”的斜杠之间缺少名称' },
  'import-leaves-folder': { message: '“{entry}”通向文件夹之外' },
  'import-reserved-name': { message: '“{entry}”用了保留名称“{part}”' },
  'import-planted-repository': { message: '“{entry}”属于 git 仓库，其中的钩子可能会运行' },
  'import-forbidden-character': { message: '“{entry}”的名称含有 < > : " | ? * 之一' },
  'import-trailing-dot': { message: '“{entry}”有以点或空格结尾的名称' },
  'import-long-name': { message: '“{entry}”的名称或路径太长' },
  'import-nul-in-name': { message: '“{entry}”的名称含有 NUL 字符' },
  'import-backslash': { message: '“{entry}”的名称含有反斜杠' },
  'import-absolute-path': { message: '“{entry}”是绝对路径' },
  'import-drive-letter': { message: '“{entry}”以盘符开头' },
  'import-control-character': { message: '“{entry}”的名称含有控制字符' },
  'import-too-many': { message: '“{entry}”：文件超过 {most} 个' },
  'import-case-clash': { message: '“{entry}”与“{other}”在有些系统上是同一个名称' },
  'import-duplicate': { message: '“{entry}”出现了两次' },
  'import-file-and-folder': { message: '“{entry}”既是文件又是文件夹' },
  'import-no-zip': { message: '“{entry}”不是 zip 文件，或者不完整' },
  'import-broken-zip': { message: '“{entry}”已损坏，或与 zip 的文件列表不符' },
  'import-too-large': { message: '“{entry}”是 ZIP64 格式，它用于超出工具大小的文件' },
  'import-bomb': { message: '“{entry}”解包后太大' },
  'import-name-encoding': { message: '“{entry}”的名称不是 UTF-8 编码' },
  'import-encrypted': { message: '“{entry}”已加密' },
  'import-method': { message: '“{entry}”用方法 {method} 压缩；请改用 deflate' },
  'import-link': { message: '“{entry}”是链接或设备；只能导入文件和文件夹' },
  'import-overlap': { message: '“{entry}”与“{other}”共用字节' },
};
