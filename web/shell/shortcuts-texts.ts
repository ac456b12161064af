import { textsOf } from '../i18n/lazy-texts.svelte.ts';

/** The texts of the list of keys come with it. */
export const ts = textsOf({
  en: {
    title: 'Keyboard shortcuts',
    everywhere: 'Everywhere',
    outside: 'Outside text fields',
    tabs: 'On a tab',
    approval: 'In an approval',
    trash: 'In the trash',
    mouse: 'Double-click',
    'tree.open': 'Open the tool',
    'tree.choose': 'Select or deselect the tool',
    'tree.all': 'Select all',
    'tree.none': 'Clear the selection',
    'tree.menu': 'Open the menu',
    'mouse.head': 'Head of a pane',
    'mouse.tool': 'Tool or its tab',
  },
  zh: {
    title: '键盘快捷键',
    everywhere: '任何位置',
    outside: '不在输入框内时',
    tabs: '在标签页上',
    approval: '审批时',
    trash: '在回收站中',
    mouse: '双击',
    'tree.open': '打开工具',
    'tree.choose': '选择或取消选择工具',
    'tree.all': '全选',
    'tree.none': '清除选择',
    'tree.menu': '打开菜单',
    'mouse.head': '窗格的标题栏',
    'mouse.tool': '工具或它的标签页',
  },
});
