import type { LanguageTexts } from '../language.ts';

export const texts: LanguageTexts = {
  problems: {},
  reasons: {
    'bash-not-judged': 'bash 脚本会运行本机的程序，而这一段还没有判定过',
  },
};
