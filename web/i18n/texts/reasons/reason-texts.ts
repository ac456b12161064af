import type { Locale } from '../../message.ts';
import { readSaid } from '../../../../shared/returns/said.ts';
import type { Reason } from '../../../../shared/tool/problem/reason.ts';
import { chineseCauses } from '../../../../shared/returns/causes.ts';
import { languageTexts } from '../../../languages/texts.ts';
import { hostTexts, saidTexts } from '../said.ts';
import { askTexts } from './asks.ts';
import { callTexts, pathTexts, placeTexts, refusalTexts } from './calls.ts';
import { forbiddenTexts } from './forbidden.ts';
import { powershellTexts } from './powershell.ts';
import { readTexts } from './reads.ts';
import { remoteTexts, serverTexts } from './remote.ts';
import { writeTexts } from './writes.ts';

/** Why something is asked for, allowed or forbidden; English is worded where it is judged. */
export interface ReasonTexts {
  /** What rules are called that are no program of that name. */
  rules: Readonly<Record<string, string>>;
  policies: Readonly<Record<string, string>>;
  /** The reason that a sentence of the runner was made of. */
  readSaid(message: string): Reason | undefined;
  /** By code, over the values of the reason. */
  reasons: Readonly<Record<string, string>>;
}

export const reasonTexts: Partial<Record<Locale, ReasonTexts>> = {
  zh: {
    readSaid,
    rules: {
      arithmetic: '算术',
      block: '代码块',
      call: '调用',
      characters: '字符',
      empty: '空命令',
      expansion: '展开',
      expression: '表达式',
      forbidden: '禁止',
      function: '函数',
      lasting: '长期影响',
      member: '成员',
      number: '数字',
      redirect: '重定向',
      syntax: '语法',
      type: '类型',
      unknown: '未知程序',
      variables: '变量',
    },
    policies: {
      auto: '自动',
      'ask-once': '询问一次',
      'ask-always': '每次询问',
      never: '从不询问',
      'on-error': '出错时询问',
      always: '总是询问',
    },
    reasons: {
      ...Object.assign({}, ...Object.values(languageTexts).map(({ reasons }) => reasons)),
      ...hostTexts,
      ...saidTexts,
      ...callTexts,
      ...chineseCauses,
      ...refusalTexts,
      ...pathTexts,
      ...placeTexts,
      ...remoteTexts,
      ...serverTexts,
      ...readTexts,
      ...writeTexts,
      ...askTexts,
      ...forbiddenTexts,
      ...powershellTexts,
    },
  },
};
