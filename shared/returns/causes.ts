import { fillText, wordReason, type Reason } from '../tool/problem/reason.ts';

/** Why a built-in tool failed, for models. By code; `{name}` stands for a value. */
export const causes = {
  'file-absent': 'File not found: {path}',
  'file-folder': 'Path is a directory, not a file: {path}',
  'file-no-folder': 'A file stands where the path needs a folder: {path}',
  'file-special': 'Not a regular file: {path}',
  'file-moved': '{path} changed after it was checked; call again',
  'file-changed': 'File changed while it was edited: {path}; read it again',
  'file-forbidden': 'Permission denied: {path}',
  'file-slow': 'Reading {path} took too long',
  'file-not-text': '{path} cannot be decoded as text without loss, so it cannot be edited',
  'file-too-large': '{path} has more than {most} bytes, too many to edit',
  'names-folder': '"{path}" names a folder',
  'half-letter': 'contents has half of a surrogate pair (invalid Unicode)',
  'encoding-lacks':
    "new_string has characters that the file's encoding ({encoding}) cannot represent",
  'disk-is-full': 'No space left on device',
  'disk-is-read-only': 'Read-only file system',
  'file-name-long': 'File name too long',
  'disk-failed': 'The disk failed',
  'was-cancelled': 'Cancelled',
  'no-folder': 'There is no folder {path}',
  'not-a-folder': '{path} is a file, not a folder',
  'pattern-holds-nul': 'A pattern cannot hold a NUL character',
  'pattern-leads-out': '"{pattern}" leaves the folder; give the other folder as "path"',
  'pattern-elsewhere': '"{pattern}" is not in {folder}; give its folder as "path"',
  'search-slow': 'The search took too long',
  'matches-large': 'The matches are more than {most} MB; narrow the pattern',
  'matches-many': 'More than {most} files match; narrow the pattern or the path',
  'search-failed': 'ripgrep failed without an error message',
  'no-ripgrep':
    'ripgrep was not found: run "npm install", or install ripgrep so that "rg" is on the PATH',
  'no-skill': 'There is no skill "{name}"',
  'skill-large': 'The skill "{name}" has more than {most} bytes',
} as const;

/** The same in Chinese, for people, to match the headlines of these tools. Source of the headlines: seed 004. */
export const chineseCauses: Readonly<Record<CauseCode, string>> = {
  'file-absent': '文件不存在: {path}',
  'file-folder': '路径是目录而非文件: {path}',
  'file-no-folder': '路径中应为文件夹的位置是一个文件: {path}',
  'file-special': '不是普通文件: {path}',
  'file-moved': '{path} 处已不是刚才判断过的内容，请重新调用',
  'file-changed': '文件在编辑期间被更改: {path}，请重新读取',
  'file-forbidden': '没有权限: {path}',
  'file-slow': '读取 {path} 用时过长',
  'file-not-text': '{path} 不是能原样写回的文本',
  'file-too-large': '{path} 超过 {most} 字节，太大而无法编辑',
  'names-folder': '“{path}”是文件夹的名称',
  'half-letter': 'contents 中有半个字符',
  'encoding-lacks': 'new_string 中有文件编码（{encoding}）没有的字符',
  'disk-is-full': '磁盘空间已满',
  'disk-is-read-only': '文件系统为只读',
  'file-name-long': '文件名过长',
  'disk-failed': '磁盘出错',
  'was-cancelled': '已取消',
  'no-folder': '没有文件夹 {path}',
  'not-a-folder': '{path} 是文件而非文件夹',
  'pattern-holds-nul': '模式中不能有 NUL 字符',
  'pattern-leads-out': '“{pattern}”指向文件夹之外，请用 path 给出另一个文件夹',
  'pattern-elsewhere': '“{pattern}”不在 {folder} 中，请用 path 给出它的文件夹',
  'search-slow': '搜索用时过长',
  'matches-large': '匹配内容超过 {most} MB，请缩小模式范围',
  'matches-many': '匹配的文件超过 {most} 个，请缩小模式或路径的范围',
  'search-failed': 'ripgrep 未说明原因就失败了',
  'no-ripgrep': '这里没有 ripgrep：请运行“npm install”，或安装 ripgrep 使 rg 位于 PATH 中',
  'no-skill': '没有技能“{name}”',
  'skill-large': '技能“{name}”超过 {most} 字节',
};

export type CauseCode = keyof typeof causes;

export const cause = (code: CauseCode, values?: Reason['values']): Reason =>
  wordReason(causes, code, values);

/** A message of the system or of another program, in its own words. */
export const saidBySystem = (message: string): Reason => ({ code: 'system-said', message });

/** A cause for a Chinese headline. A message without a Chinese text is quoted. */
export const chineseCause = ({ code, values, message }: Reason): string =>
  Object.hasOwn(chineseCauses, code)
    ? fillText(chineseCauses[code as CauseCode], values)
    : `系统提示“${message}”`;
