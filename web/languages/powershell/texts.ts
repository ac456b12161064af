import type { LanguageTexts } from '../language.ts';

export const texts: LanguageTexts = {
  problems: {
    'powershell-unclosed': { message: '这里的“{sign}”没有闭合；缺少“{end}”' },
    'powershell-unopened': {
      message: '这里的“{sign}”没有对应的开头；前面少了什么，或者它是多余的',
    },
    'powershell-syntax': { message: 'PowerShell 可能无法解析：“{text}”附近缺少内容或位置不对' },
    'powershell-missed': { message: '无法读取“{name}”，因此它不是工具；它附近缺少内容或写法特殊' },
  },
  reasons: {
    'powershell-not-judged': 'PowerShell 脚本会运行本机的程序，而这一段还没有判定过',
  },
};
