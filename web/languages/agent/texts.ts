import type { LanguageTexts } from '../language.ts';

export const texts: LanguageTexts<'agent'> = {
  problems: {
    'agent-unknown-field': {
      message: '智能体没有“{field}”这一项；它会保留，但不起作用。可用的有 {fields}',
      fix: '删除“{field}”',
    },
    'agent-bad-field': { message: '“{field}”不合要求：{reason}' },
    'agent-no-name': {
      message: '没有“name”；以文件夹名“{folderName}”代替',
      fix: '把名称设为“{folderName}”',
    },
    'agent-bad-name': { message: '“{name}”不能作名称：以字母开头，其后是字母、数字、“_”或“-”' },
    'agent-bad-output': { message: '回答的 Schema 有误：{reason}' },
    'agent-unknown-tool': { message: '工具“{name}”在这里没有启用；智能体会得到其余的工具' },
    'agent-no-model': {
      message:
        '没有设置模型，因此不会告诉模型有“{name}”；请在设置里为智能体选一个模型，或写在它的“model”里',
    },
  },
  reasons: {},
};
