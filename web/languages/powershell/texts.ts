import type { LanguageTexts } from '../language.ts';

export const texts: LanguageTexts<'powershell'> = {
  problems: {
    'bad-config': { message: 'TOOL_CONFIG 的 JSON 无效：{reason}；改正之前每次都会询问' },
    'unmade-type': { message: 'JSON 无法构成“{type}”，模型给不出“{name}”，调用会在此失败' },
    'parameter-set': { message: '“{name}”只在部分参数集中必填，因此不要求模型给出' },
    'pattern-not-ecma': {
      message: '“{name}”的正则里的“{unheld}”无法用 Schema 表达，模型不知道，只由 PowerShell 检查',
    },
    'powershell-empty': { message: '“{file}”是空的；请写下工具要做的事' },
    'powershell-unclosed': { message: '这里的“{sign}”没有闭合；缺少“{end}”' },
    'powershell-unopened': {
      message: '这里的“{sign}”没有对应的开头；前面少了什么，或者它是多余的',
    },
    'powershell-syntax': { message: 'PowerShell 可能无法解析：“{text}”附近缺少内容或位置不对' },
    'powershell-missed': { message: '无法读取“{name}”，因此它不是工具；它附近缺少内容或写法特殊' },
  },
  reasons: {
    'powershell-not-judged': 'PowerShell 脚本会运行本机的程序，而这一段还没有检查过',
  },
};
