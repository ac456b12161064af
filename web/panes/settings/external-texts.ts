import type { Message } from '../../i18n/message.ts';
import { textsOf } from '../../i18n/lazy-texts.svelte.ts';

/** The texts about external modules and the locations that are searched for them. */
const en = {
  'programs.name': 'Tools of other programs',
  'programs.about':
    'TypeScript tools in .xcsh, .claude, .codex, .omp, .pi and .opencode, in your home folder, this workspace and plugins. Each is loaded in its own sandbox, without permissions.',
  'paths.name': 'More locations',
  'paths.about':
    'Files or folders, one per line. "~" is your home folder; other paths start at the workspace.',
  'wrong.place': 'enter a path of at most 4096 characters',
  'external.title': 'Modules found',
  'external.look': 'Search again',
  'external.looking': 'Searching and loading',
  'external.empty': 'Nothing to search yet. Turn on the switch or add a location above.',
  'external.none': 'No modules in these locations',
  'external.loading': 'loading',
  'external.count': {
    one: '{count} of {all} provides tools',
    other: '{count} of {all} provide tools',
  },
  'external.open': 'Open {path}',
  'place.native': 'xcsh',
  'place.claude': 'Claude',
  'place.codex': 'Codex',
  'place.plugin': 'plugin',
  'place.pi': 'pi',
  'place.opencode': 'opencode',
  'place.configured': 'added above',
  'level.user': 'home folder',
  'level.project': 'this workspace',
} satisfies Record<string, Message>;

const zh: Record<keyof typeof en, Message> = {
  'programs.name': '其他程序的工具',
  'programs.about':
    // A line would not end before a point.
    '主目录和本工作区的 .xcsh、\u200B.claude、\u200B.codex、\u200B.omp、\u200B.pi、\u200B.opencode 以及插件中的 TypeScript 工具。每个都在自己的沙箱中加载，没有任何权限。',
  'paths.name': '其他位置',
  'paths.about': '每行一个文件或文件夹。“~”是你的主目录，其余路径从工作区算起。',
  'wrong.place': '请输入不超过 4096 个字符的路径',
  'external.title': '找到的模块',
  'external.look': '重新查找',
  'external.looking': '正在查找并加载',
  'external.empty': '还没有可查找的内容。请启用上面的开关，或添加一个位置。',
  'external.none': '这些位置没有模块',
  'external.loading': '正在加载',
  'external.count': { other: '{all} 个中有 {count} 个提供工具' },
  'external.open': '打开 {path}',
  'place.native': 'xcsh',
  'place.claude': 'Claude',
  'place.codex': 'Codex',
  'place.plugin': '插件',
  'place.pi': 'pi',
  'place.opencode': 'opencode',
  'place.configured': '上面添加的',
  'level.user': '主目录',
  'level.project': '本工作区',
};

/** Returns a text about external modules in the reader's language. */
export const te = textsOf({ en, zh });
