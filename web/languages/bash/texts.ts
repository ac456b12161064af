import type { LanguageTexts } from '../language.ts';

export const texts: LanguageTexts<'bash'> = {
  problems: {
    'bash-empty': { message: '脚本是空的；运行它什么也不会发生' },
    'bash-crlf': { message: '行尾是 Windows 的 CRLF，bash 会把回车当作文字；请改用 LF' },
    'bash-nul': { message: '脚本里有 NUL 字符，bash 无法读取；请去掉' },
    'bash-reserved-name': { message: '参数名“{name}”对 shell 有特殊含义；请换一个名称' },
    'bash-parameter-name': { message: '参数名“{name}”不能作 shell 变量名；请换一个名称' },
    'bad-tag': { message: '无法读取这个“@{kind}”；请写明名称和用途' },
  },
  reasons: {
    'bash-not-judged': 'bash 脚本会运行本机的程序，而这一段还没有检查过',
  },
};
