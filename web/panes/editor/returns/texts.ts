import type { Problem } from '../../../../shared/tool/problem.ts';
import { textsOf } from '../../../i18n/lazy-texts.svelte.ts';
import { issueSentence } from '../../../i18n/problem-text.ts';
import type { Rule } from './return-fields.ts';

/** The texts of the form of the return rules come with it. */
export const tr = textsOf({
  en: {
    truncate: 'Output limit (characters)',
    'truncate.help':
      'The model gets this many characters of the output, from its start. The rest is cut',
    'truncate.unset': 'Not set. The model gets the first {count} characters of the output',
    'truncate.add': 'Add output limit',
    'truncate.remove': 'Remove output limit',
    'truncate.ignored': '{reason}; the limit is ignored',
    template: 'Message for the person',
    'template.help':
      'The person reads this text instead of the output, even if the tool fails. The model still gets the output',
    'template.unset': 'Not set. The person reads the output',
    'template.add': 'Add message',
    'template.remove': 'Remove message',
    'template.ignored': '{reason}; the message is ignored',
    'no-truncate': 'No output limit; add one, such as 2000, so that output stays short',
    'rule-limit-no-number': 'The output limit must be a number of characters',
    'rule-limit-no-integer': 'The output limit must be an integer, not {given}',
    'rule-limit-too-low': 'The output limit must be above 0, not {given}',
    'rule-template-no-string': 'The message must be a string',
    placeholders: 'Insert placeholder',
    'placeholder.output': 'Output of the tool, cut at the output limit',
    'placeholder.stderr': 'What the tool wrote to stderr',
    'placeholder.return_code': 'Exit code; 0 means success',
    'placeholder.tool_id': 'Name of the tool',
    braces: 'Double other braces: {open} and {close}',
    others: 'Only in the text view: {fields}',
  },
  zh: {
    truncate: '输出上限（字符）',
    'truncate.help': '模型只会收到输出开头的这么多个字符，其余会被截断',
    'truncate.unset': '未设置。模型会收到输出的前 {count} 个字符',
    'truncate.add': '添加输出上限',
    'truncate.remove': '移除输出上限',
    'truncate.ignored': '{reason}；上限已忽略',
    template: '给人看的消息',
    'template.help': '人看到的是这段文本而不是输出，工具失败时也一样。模型收到的仍是输出',
    'template.unset': '未设置。人看到的是输出',
    'template.add': '添加消息',
    'template.remove': '移除消息',
    'template.ignored': '{reason}；消息已忽略',
    'no-truncate': '没有输出上限；建议加上，例如 2000，让输出保持简短',
    'rule-limit-no-number': '输出上限应为字符数',
    'rule-limit-no-integer': '输出上限应为整数，而不是 {given}',
    'rule-limit-too-low': '输出上限应大于 0，而不是 {given}',
    'rule-template-no-string': '消息应为字符串',
    placeholders: '插入占位符',
    'placeholder.output': '工具的输出，已按输出上限截断',
    'placeholder.stderr': '工具写到 stderr 的内容',
    'placeholder.return_code': '退出码，0 表示成功',
    'placeholder.tool_id': '工具的名称',
    braces: '其他花括号要双写：{open} 和 {close}',
    others: '只在文本视图中：{fields}',
  },
});

const isText = (code: string): code is keyof typeof tr.catalogs.en =>
  Object.hasOwn(tr.catalogs.en, code);

/** A problem of a rule, where its field stands: the field is called as its label calls it. */
export function ruleText(rule: Rule, { code, message, values, reason }: Problem): string {
  if (!reason) return isText(code) ? tr(code) : message;
  const own = isText(reason.code) && tr(reason.code, { given: String(reason.values?.['given']) });
  const said = own || issueSentence({ phrase: reason, message: String(values?.['reason']) });
  return tr(`${rule}.ignored`, { reason: said });
}
