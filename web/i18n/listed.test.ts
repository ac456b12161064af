import { afterEach, expect, test } from 'vitest';
import { i18n } from './i18n.svelte.ts';
import type { Locale } from './message.ts';
import { listed } from './listed.ts';

afterEach(() => i18n.use('en'));

test.each<[Locale, 'long' | 'narrow', string[], string]>([
  ['en', 'long', [], ''],
  ['en', 'long', ['calc'], 'calc'],
  ['en', 'long', ['calc', 'greet'], 'calc and greet'],
  ['en', 'long', ['a', 'b', 'c'], 'a, b, and c'],
  ['en', 'narrow', ['a', 'b', 'c'], 'a, b, c'],
  ['zh', 'long', [], ''],
  ['zh', 'long', ['calc'], 'calc'],
  ['zh', 'long', ['calc', 'greet'], 'calc 和 greet'],
  ['zh', 'long', ['a_1', '/srv/b', 'c'], 'a_1、/srv/b 和 c'],
  ['zh', 'long', ['天气', 'greet'], '天气和 greet'],
  ['zh', 'long', ['calc', '客户端 ID'], 'calc 和客户端 ID'],
  ['zh', 'long', ['“calc”', '“greet”'], '“calc”和“greet”'],
  ['zh', 'long', ['calc（内置工具）', '天气（尚未保存）'], 'calc（内置工具）和天气（尚未保存）'],
  ['zh', 'narrow', ['calc', 'greet'], 'calc、greet'],
  ['zh', 'narrow', ['calc', '天气', 'b'], 'calc、天气、b'],
])('in %s, %s: %j is %s', async (locale, style, names, text) => {
  await i18n.use(locale);
  expect(listed(names, style)).toBe(text);
});
