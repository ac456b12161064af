import { textsOf } from '../../../i18n/lazy-texts.svelte.ts';

export const tc = textsOf({
  en: {
    add: 'Add code',
    mock: 'Mock it in a conversation',
    made: 'Made "{id}" with code. Its declaration stays here: turn off one of the two.',
  },
  zh: {
    add: '添加代码',
    mock: '在对话中模拟',
    made: '已创建带代码的“{id}”。原来的声明仍在这里，请停用其中一个。',
  },
});
