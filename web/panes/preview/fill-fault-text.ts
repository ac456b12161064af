import type { Fault } from '../../../shared/tool/run/ending.ts';
import { i18n } from '../../i18n/i18n.svelte.ts';
import { fillWording, textsOf } from '../../i18n/lazy-texts.svelte.ts';

/** Why a template cannot be filled, by the codes of `shared/languages/python/guest/fill*.py`. */
export const fillFaults = textsOf({
  en: {
    'missing-argument': 'The required argument "{missing}" is missing',
    'argument-too-deep': 'An argument nests lists or objects too deep for the code',
    'positional-placeholder':
      'The placeholder in line {line} names no parameter: double Python’s own braces',
    'placeholder-access':
      'The placeholder in line {line} is more than a name: do the rest in Python',
    'placeholder-conversion':
      'The placeholder in line {line} is more than a name: do the rest in Python',
    'placeholder-format':
      'The placeholder in line {line} is more than a name: do the rest in Python',
    'unknown-placeholder':
      'The placeholder in line {line} names no parameter: add it to parameters, or double its braces',
    'unescaped-brace': 'A brace in line {line} is not escaped: double Python’s own braces',
    'lone-brace': 'A brace in line {line} stands alone: double it',
    'placeholder-position':
      'The placeholder in line {line} stands where no whole value can: move it, or put it in a string',
    'program-changed': 'A value would change the code, so nothing is filled in',
    'template-syntax': 'Python cannot parse line {line}: "{said}"',
    'not-filled': 'Python cannot fill the template: "{said}"',
  },
  zh: {
    'missing-argument': '缺少必填参数“{missing}”',
    'argument-too-deep': '有一个参数的数组或对象嵌套过深，无法写进代码',
    'positional-placeholder': '第 {line} 行的占位符没有参数名；Python 自己的花括号要双写',
    'placeholder-access': '第 {line} 行的占位符不只是参数名；其余请在 Python 里完成',
    'placeholder-conversion': '第 {line} 行的占位符不只是参数名；其余请在 Python 里完成',
    'placeholder-format': '第 {line} 行的占位符不只是参数名；其余请在 Python 里完成',
    'unknown-placeholder': '第 {line} 行的占位符不是参数；请把它加入 parameters，或双写花括号',
    'unescaped-brace': '第 {line} 行的花括号没有转义；Python 自己的花括号要双写',
    'lone-brace': '第 {line} 行有孤立的花括号；请双写',
    'placeholder-position': '第 {line} 行的占位符不能放整个值；请移动它，或放进字符串',
    'program-changed': '有一个值会改变代码，因此没有填充',
    'template-syntax': 'Python 无法解析第 {line} 行：“{said}”',
    'not-filled': 'Python 无法填充模板：“{said}”',
  },
});

const isKnown = (code: string | undefined): code is keyof typeof fillFaults.catalogs.en =>
  code !== undefined && Object.hasOwn(fillFaults.catalogs.en, code);

/** Why a template cannot be filled, in the reader's language; as the guest says it where nothing words it. */
export function fillFaultText({ code, message, line, missing }: Fault): string {
  if (!isKnown(code)) return message;
  const values = {
    // The guest's own lead says the same as the sentence around it.
    said: message.replace(/^模板渲染失败: /, ''),
    ...(line === undefined ? {} : { line }),
    ...(missing === undefined ? {} : { missing }),
  };
  return fillWording(String(fillFaults.catalogs[i18n.locale][code]), values) ?? message;
}
