import { textsOf } from '../../../i18n/lazy-texts.svelte.ts';

/** The texts of the form of the return rules come with it. */
export const tr = textsOf({
  en: {
    truncate: 'Output limit (characters)',
    'truncate.help':
      'The model gets this many characters of the output, from its start. The rest is cut',
    'truncate.unset': 'Not set. The model gets the first {count} characters of the output',
    'truncate.add': 'Add output limit',
    'truncate.remove': 'Remove output limit',
    template: 'Message for the person',
    'template.help':
      'The person reads this text instead of the output, even if the tool fails. The model still gets the output',
    'template.unset': 'Not set. The person reads the output',
    'template.add': 'Add message',
    'template.remove': 'Remove message',
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
    template: '给人看的消息',
    'template.help': '人看到的是这段文本而不是输出，工具失败时也一样。模型收到的仍是输出',
    'template.unset': '未设置。人看到的是输出',
    'template.add': '添加消息',
    'template.remove': '移除消息',
    placeholders: '插入占位符',
    'placeholder.output': '工具的输出，已按输出上限截断',
    'placeholder.stderr': '工具写到 stderr 的内容',
    'placeholder.return_code': '退出码，0 表示成功',
    'placeholder.tool_id': '工具的名称',
    braces: '其他花括号要双写：{open} 和 {close}',
    others: '只在文本视图中：{fields}',
  },
});
