import { textsOf } from '../../i18n/lazy-texts.svelte.ts';

/** The texts of the line that names the open tool come with it. */
export const to = textsOf({
  en: {
    line: 'Open tool',
    'form.three-layer': 'three-layer',
    'form.agent': 'agent',
    'form.script-module': 'module',
    'form.functions': 'functions',
    draft: 'draft',
    unsaved: 'unsaved changes',
    saved: 'saved',
    off: 'off',
    export: 'Export',
  },
  zh: {
    line: '打开的工具',
    'form.three-layer': '三层',
    'form.agent': '智能体',
    'form.script-module': '模块',
    'form.functions': '函数',
    draft: '草稿',
    unsaved: '有未保存的修改',
    saved: '已保存',
    off: '已停用',
    export: '导出',
  },
});
