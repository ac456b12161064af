import type { LanguageTexts } from '../language.ts';

export const texts: LanguageTexts = {
  problems: {},
  reasons: [
    [
      'A bash script runs programs of this machine, and nobody has judged this one yet',
      'bash 脚本会运行本机的程序，而这一段还没有判定过',
    ],
  ],
};
