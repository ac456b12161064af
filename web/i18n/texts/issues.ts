import type { Locale } from '../message.ts';
import type { Sentence } from '../word-sentence.ts';

/** Why a value does not fit a schema; English is worded where it is checked. */
export interface IssueTexts {
  sentences: readonly Sentence[];
  /** What is expected: the whole of it, or one of `a text, a number or null`. */
  expected: readonly Sentence[];
  /** What was given. */
  given: readonly Sentence[];
  /** Between all but the last two of several, and before the last. */
  comma: string;
  or: string;
}

/** Source of the sentences: `shared/schema/checking` and `shared/schema/check.ts`. */
export const issueTexts: Partial<Record<Locale, IssueTexts>> = {
  zh: {
    sentences: [
      [
        'Expected exactly one of {count} forms, got {given:given} that fits {fits} of them',
        '应恰好符合 {count} 种形式之一，却符合其中 {fits} 种；实际是{given}',
      ],
      [
        'Expected {expected:expected}, got {given:given} that fits none',
        '应为{expected}，但都不符合；实际是{given}',
      ],
      ['Expected {expected:expected}, got {given:given}', '应为{expected}，实际是{given}'],
      [
        '"{name}" is required and was not given; expected {expected:expected}',
        '“{name}”是必填的，但没有给出；应为{expected}',
      ],
      [
        '"{name}" is not one of the names that are known here: {names} and more',
        '“{name}”不是这里已知的名称：{names} 等',
      ],
      [
        '"{name}" is not one of the names that are known here: {names}',
        '“{name}”不是这里已知的名称：{names}',
      ],
      ['"{name}" is not expected here', '这里不应有“{name}”'],
      ['The schema is nested deeper than {most} levels', '参数结构嵌套超过 {most} 层'],
      ['The value is nested deeper than {most} levels', '值嵌套超过 {most} 层'],
      ['The schema has more than {most} parts', '参数结构超过 {most} 个部分'],
      ['The value has more than {most} parts', '值超过 {most} 个部分'],
      ['The schema has more than {most} characters', '参数结构超过 {most} 个字符'],
      ['The value has more than {most} characters', '值超过 {most} 个字符'],
      ['The value cannot be checked: {why}', '无法检查这个值：{why}'],
      ['The pattern "{pattern}" cannot be checked: {why}', '无法检查正则表达式“{pattern}”：{why}'],
      ['The value does not fit the schema', '值不符合参数结构'],
      [
        'The schema refers to itself without end, or asks for too much work on this value',
        '参数结构无止境地引用自身，或检查这个值的工作量太大',
      ],
    ],
    expected: [
      ['one of {count} forms of {expected:expected}', '{count} 种{expected}之一'],
      ['a text', '文本'],
      ['a number', '数字'],
      ['a whole number', '整数'],
      ['true or false', 'true 或 false'],
      ['a list', '列表'],
      ['an object', '对象'],
      ['a value', '值'],
      ['a value of type "{type}"', '“{type}”类型的值'],
      ['no value at all', '空（没有值能符合）'],
      ['at least {bound}', '不小于 {bound} 的数'],
      ['at most {bound}', '不大于 {bound} 的数'],
      ['more than {bound}', '大于 {bound} 的数'],
      ['less than {bound}', '小于 {bound} 的数'],
      ['a multiple of {bound}', '{bound} 的倍数'],
      ['a text of at least {count} characters', '至少 {count} 个字符的文本'],
      ['a text of at least {count} character', '至少 {count} 个字符的文本'],
      ['a text of at most {count} characters', '最多 {count} 个字符的文本'],
      ['a text of at most {count} character', '最多 {count} 个字符的文本'],
      ['a list of at least {count} items', '至少 {count} 项的列表'],
      ['a list of at least {count} item', '至少 {count} 项的列表'],
      ['a list of at most {count} items', '最多 {count} 项的列表'],
      ['a list of at most {count} item', '最多 {count} 项的列表'],
      ['an object of at least {count} entries', '至少 {count} 个属性的对象'],
      ['an object of at least {count} entry', '至少 {count} 个属性的对象'],
      ['an object of at most {count} entries', '最多 {count} 个属性的对象'],
      ['an object of at most {count} entry', '最多 {count} 个属性的对象'],
      ['a list with at least {count} fitting items', '至少有 {count} 项符合的列表'],
      ['a list with at least {count} fitting item', '至少有 {count} 项符合的列表'],
      ['a list with at most {count} fitting items', '最多有 {count} 项符合的列表'],
      ['a list with at most {count} fitting item', '最多有 {count} 项符合的列表'],
      ['a list without doubles', '没有重复项的列表'],
      ['a list with an item that fits', '有一项符合的列表'],
      ['an object whose names all fit', '名称全部符合的对象'],
      ['a value that does not fit this form', '不符合这种形式的值'],
      ['a text of the format "{format}"', '“{format}”格式的文本'],
      ['a text that matches "{pattern}"', '匹配“{pattern}”的文本'],
      ['{count} more', '另外 {count} 种'],
    ],
    given: [
      ['nothing', '空'],
      ['a list of {count} items', '{count} 项的列表'],
      ['a list of {count} item', '{count} 项的列表'],
      ['the text "{text}"', '文本“{text}”'],
      ['an object', '对象'],
    ],
    comma: '、',
    or: '或',
  },
};
