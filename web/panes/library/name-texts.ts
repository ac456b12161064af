import type { Message } from '../../i18n/message.ts';
import { textsOf } from '../../i18n/lazy-texts.svelte.ts';

/** The texts of naming a tool, a new one or another, come with the dialogs. */
const en = {
  'new.title': 'New tool',
  'new.name': 'Name',
  'new.name.hint': 'Lower case letters, digits and underscores; the model calls it by this name',
  'new.kind': 'Kind',
  'new.kind.tool': 'Tool',
  'new.kind.tool.hint': 'A definition and a script that is filled or run',
  'new.kind.module': 'Module',
  'new.kind.module.hint': 'A script whose public functions are the tools',
  'new.kind.agent': 'Agent',
  'new.kind.agent.hint': 'A tool whose call is a conversation of a model with other tools',
  'new.language': 'Language',
  'new.start': 'Start from',
  'new.blank': 'A small tool that runs',
  'new.workspace': 'Tools of this workspace',
  'new.examples': 'Examples that are not in this workspace',
  'new.create': 'Create',
  'new.taken': 'There is a tool named "{id}" already. Choose another name',
  'new.bad':
    'A name begins with a lower case letter and holds a-z, 0-9 and "_", at most 64. Change "{id}"',
  'rename.title': 'Rename "{id}"',
  'rename.do': 'Rename',
  'rename.note': 'Drafts go along. The old folder goes to the trash and can be restored',
} satisfies Record<string, Message>;

const zh: Record<keyof typeof en, Message> = {
  'new.title': '新建工具',
  'new.name': '名称',
  'new.name.hint': '小写字母、数字和下划线；模型用这个名称调用它',
  'new.kind': '类型',
  'new.kind.tool': '工具',
  'new.kind.tool.hint': '一份定义，加一个被填充或运行的脚本',
  'new.kind.module': '模块',
  'new.kind.module.hint': '一个脚本，其中公开的函数就是工具',
  'new.kind.agent': '代理',
  'new.kind.agent.hint': '一种工具：调用它就是让模型带着其他工具完成一段对话',
  'new.language': '语言',
  'new.start': '起点',
  'new.blank': '一个可以直接运行的小工具',
  'new.workspace': '本工作区的工具',
  'new.examples': '本工作区没有的示例',
  'new.create': '创建',
  'new.taken': '已有名为“{id}”的工具，请换一个名称',
  'new.bad': '名称以小写字母开头，只含 a-z、0-9 和“_”，最多 64 个字符。请修改“{id}”',
  'rename.title': '重命名“{id}”',
  'rename.do': '重命名',
  'rename.note': '草稿会一并保留。旧文件夹移入回收站，可以恢复',
};

export const tn = textsOf({ en, zh });
