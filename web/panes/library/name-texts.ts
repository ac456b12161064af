import type { Message } from '../../i18n/message.ts';
import { textsOf } from '../../i18n/lazy-texts.svelte.ts';

/** The texts of naming a tool, a new one or another, come with the dialogs. */
const en = {
  'new.title': 'New tool',
  'new.name': 'Name',
  'new.name.hint': 'Lowercase letters, digits and underscores. Models use this name.',
  'new.kind': 'Kind',
  'new.kind.tool': 'Tool',
  'new.kind.tool.hint': 'A definition with a template or a script',
  'new.kind.module': 'Module',
  'new.kind.module.hint': 'A script whose public functions are the tools',
  'new.kind.agent': 'Agent',
  'new.kind.agent.hint': 'A tool in which a model works with other tools',
  'new.language': 'Language',
  'new.start': 'Start from',
  'new.blank': 'A small tool that works',
  'new.workspace': 'Tools in this workspace',
  'new.examples': 'Examples not in this workspace',
  'new.create': 'Create',
  'new.taken': 'A tool named "{id}" already exists. Choose another name.',
  'new.bad':
    '"{id}" is not a valid name. Start with a lowercase letter and use a-z, 0-9 and "_", at most 64 characters.',
  'rename.title': 'Rename "{id}"',
  'rename.do': 'Rename',
  'rename.note': 'Drafts are kept. The old folder moves to the trash, where you can restore it.',
} satisfies Record<string, Message>;

const zh: Record<keyof typeof en, Message> = {
  'new.title': '新建工具',
  'new.name': '名称',
  'new.name.hint': '小写字母、数字和下划线。模型使用这个名称。',
  'new.kind': '类型',
  'new.kind.tool': '工具',
  'new.kind.tool.hint': '一份定义，加一个模板或脚本',
  'new.kind.module': '模块',
  'new.kind.module.hint': '一个脚本，其中的公开函数就是工具',
  'new.kind.agent': '智能体',
  'new.kind.agent.hint': '一种工具：由模型使用其他工具来完成任务',
  'new.language': '语言',
  'new.start': '基于',
  'new.blank': '一个可以直接运行的小工具',
  'new.workspace': '本工作区的工具',
  'new.examples': '本工作区没有的示例',
  'new.create': '创建',
  'new.taken': '已有名为“{id}”的工具，请换一个名称',
  'new.bad': '“{id}”不是有效的名称。请以小写字母开头，只用 a-z、0-9 和“_”，最多 64 个字符。',
  'rename.title': '重命名“{id}”',
  'rename.do': '重命名',
  'rename.note': '草稿会保留。旧文件夹移入回收站，可以恢复。',
};

export const tn = textsOf({ en, zh });
