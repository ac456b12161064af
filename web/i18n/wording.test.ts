import { describe, expect, test } from 'vitest';
import contributing from '../../.github/CONTRIBUTING.md?raw';
import { askReasons } from '../../shared/commands/reasons/asks.ts';
import { forbiddenReasons } from '../../shared/commands/reasons/forbidden.ts';
import { powershellReasons } from '../../shared/commands/reasons/powershell.ts';
import { readReasons } from '../../shared/commands/reasons/reads.ts';
import { writeReasons } from '../../shared/commands/reasons/writes.ts';
import { formatReasons } from '../../shared/formats/write/format-loss.ts';
import { serverFaults } from '../../shared/protocol/mcp/faults.ts';
import { leftReasons } from '../../shared/protocol/mcp/left-server.ts';
import { remoteReasons } from '../../shared/protocol/mcp/remote-reasons.ts';
import { modelFaults } from '../../shared/protocol/model-faults.ts';
import {
  callReasons,
  pathReasons,
  placeReasons,
  refusalReasons,
} from '../../shared/registry/approval/reasons.ts';
import { causes } from '../../shared/returns/causes.ts';
import { hostFaults } from '../../shared/returns/host-faults.ts';
import { ruleFaults } from '../../shared/returns/rule-faults.ts';
import { said } from '../../shared/returns/said.ts';
import { bodyFaults } from '../../shared/schema/checking/body-faults.ts';
import { issueTexts as englishIssues } from '../../shared/schema/checking/issue-texts.ts';
import { jsonFaults } from '../../shared/schema/json/parse-json.ts';
import { lossReasons } from '../../shared/schema/providers/loss-reasons.ts';
import { formatMessage } from './message.ts';
import type { Message } from './message.ts';
import { englishRefusals } from './refusal-text.ts';
import { refusalTexts } from './texts/refusals.ts';
import { en } from './texts/en.ts';
import { issueTexts } from './texts/issues.ts';
import { lossTexts } from './texts/losses.ts';
import { modelFaultTexts } from './texts/model-faults.ts';
import { problemTexts } from './texts/problems.ts';
import { reasonTexts } from './texts/reasons/reason-texts.ts';
import { zh } from './texts/zh.ts';

type Catalog = Readonly<Record<string, Message>>;
interface Area {
  name: string;
  en: Catalog;
  zh: Catalog;
}

const late = import.meta.glob<Record<string, { catalogs?: { en: Catalog; zh: Catalog } }>>(
  ['../panes/**/*.ts', '../shell/*.ts', '!../**/*.test.ts'],
  { eager: false },
);
const sources = import.meta.glob<string>(
  [
    '../**/*.ts',
    '../**/*.svelte',
    '../../shared/**/*.ts',
    '!../**/*.test.ts',
    '!../../**/*.test.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);
const commands = import.meta.glob<string>(
  [
    '../../runner/{calls,cli,conversations,hosts,remote,server,sources,store}/**/*.ts',
    '../../runner/scripts/**/*.mjs',
    '../../shared/registry/define/*.ts',
    '!../../{runner,shared}/**/*.test.ts',
    '!../../runner/**/fixtures/**',
  ],
  { query: '?raw', import: 'default', eager: true },
);
const docs = import.meta.glob<string>(
  ['../../README.md', '../../.github/{ARCHITECTURE,CONTRIBUTING,SECURITY,README.zh-CN}.md'],
  { query: '?raw', import: 'default', eager: true },
);

/** The files whose texts are fetched with a part, by the same name as in `sources`. */
const withTexts = Object.keys(late).filter((path) => sources[path]?.includes('= textsOf('));
const ofParts = await Promise.all(
  withTexts.map(async (name): Promise<Area[]> => {
    const exported = Object.values((await late[name]?.()) ?? {});
    return exported.flatMap(({ catalogs }) => (catalogs ? [{ name, ...catalogs }] : []));
  }),
);
const page: Area = { name: 'the page', en, zh };
const parts = ofParts.flat();

/** What is worded in English where it arises, and in Chinese by its code. */
const problems = problemTexts.zh ?? {};
const coded: Area[] = [
  {
    name: 'reasons',
    en: {
      ...{ ...askReasons, ...forbiddenReasons, ...powershellReasons, ...readReasons },
      ...{ ...writeReasons, ...callReasons, ...pathReasons, ...placeReasons, ...refusalReasons },
      ...{ ...remoteReasons, ...causes, ...said, ...hostFaults },
    },
    zh: reasonTexts.zh?.reasons ?? {},
  },
  { name: 'losses', en: { ...lossReasons, ...formatReasons }, zh: lossTexts.zh ?? {} },
  { name: 'faults of models', en: modelFaults, zh: modelFaultTexts.zh?.faults ?? {} },
  { name: 'faults of servers', en: serverFaults, zh: {} },
  { name: 'servers that cannot be imported', en: leftReasons, zh: {} },
  {
    name: 'issues',
    en: { ...englishIssues, ...ruleFaults, ...jsonFaults, ...bodyFaults },
    zh: issueTexts.zh?.texts ?? {},
  },
  { name: 'refusals', en: englishRefusals, zh: refusalTexts.zh ?? {} },
  {
    name: 'problems',
    en: {},
    zh: Object.fromEntries(
      Object.entries(problems).flatMap(([code, { message, fix }]) => [
        [code, message],
        ...(fix === undefined ? [] : [[`${code}, fix`, fix]]),
      ]),
    ),
  },
];
const areas = [page, ...parts, ...coded];

/** What no text holds by itself. */
const SAMPLE = '※';

/** A message as it is read, once with one and once with two of something. */
const drawn = (message: Message, tag: string, value: string): string[] =>
  [1, 2].map((count) => {
    const names = JSON.stringify(message).matchAll(/\{(\w+)\}/g);
    const values = Object.fromEntries([...names].map(([, name = '']) => [name, value]));
    return formatMessage(message, { ...values, count }, tag);
  });
const english = (area: Area) =>
  Object.entries(area.en).flatMap(([key, message]) =>
    drawn(message, 'en', SAMPLE).map((text): [string, string] => [key, text]),
  );
const chinese = (area: Area, value = SAMPLE) =>
  Object.entries(area.zh).flatMap(([key, message]) =>
    drawn(message, 'zh-CN', value).map((text): [string, string] => [key, text]),
  );

/** The strings of several words in code that prints them. Comments go first: they contain apostrophes. */
const printed = Object.entries(commands).flatMap(([path, code]) =>
  (
    code.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '').match(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ??
    []
  )
    .filter((text) => /\w \w/.test(text))
    .map((text): [string, string] => [path, text]),
);

/** The rows of the glossary: English, Chinese, and what is not written for it. */
const glossary = [...contributing.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]*)\|$/gm)]
  .map(([, ...cells]) => cells.map((cell) => cell.trim()))
  .filter(([name, own]) => name !== 'English' && /\p{Script=Han}|Schema/u.test(own ?? ''));
const avoided = glossary.flatMap(([, , never = '']) =>
  never
    .split(', ')
    .filter((word) => word !== '')
    .map((word) => ({
      word,
      shape: /\p{Script=Han}/u.test(word)
        ? new RegExp(word, 'u')
        : new RegExp(`\\b${word}\\b`, 'i'),
    })),
);

/** Names that stay Latin in Chinese. All else stands in quotes, or is a value. */
const LATIN = new Set(
  `Lathe MCP JSON Python PowerShell Deno dotnet Bash bash shell Shell Node TypeScript JavaScript Markdown Gemini OpenAI
  Schema token Token Hook Skill HTTP Streamable SSE KiB MiB MB CRLF LF NUL ID id API Bubblewrap bubblewrap zip
  xcsh pi oh my Claude Cursor Codex opencode VS Code createTool Tool define definition agent json
  PATH git null true false llmContent displayContent hasUI npm start truncate get strict stderr exit schema reasoning Windows Desktop Zed path rg ripgrep contents mkdir git commit servers mcpServers enabled
  system user assistant parameters tool dataclass TypedDict Enum wheel wheels str format f string
  execution py sh ps md x URL ECMA pi registerTool description enum samples LATHE TOKEN English
  UTF ZIP deflate https PKCE S`.split(/\s+/),
);

describe('every text', () => {
  test('is found', () => {
    expect(parts.length).toBeGreaterThan(20);
    expect(glossary.length).toBeGreaterThan(35);
    expect(avoided.length).toBeGreaterThan(20);
    expect(areas.flatMap((area) => chinese(area)).length).toBeGreaterThan(2_500);
    expect(printed.length).toBeGreaterThan(500);
  });

  test('is drawn whole', () => {
    const bad = areas.flatMap((area) =>
      [...english(area), ...chinese(area)].filter(
        ([, text]) => text.trim() === '' || /\{\w+\}/.test(text),
      ),
    );
    expect(bad.filter(([key]) => key !== 'and' && key !== 'comma')).toEqual([]);
  });

  test('is English in English', () => {
    const bad = areas
      .flatMap((area) => english(area))
      .filter(([, text]) => /\p{Script=Han}/u.test(text));
    // The language's own name.
    expect(bad.map(([key]) => key)).toEqual(['action.language', 'action.language']);
  });

  test('is Chinese in Chinese: only names stay Latin', () => {
    const bad = areas.flatMap((area) =>
      chinese(area).flatMap(([key, text]) => {
        const own = text.replace(
          /“[^”]*”|"[^"]*"|\.lathe\/\S+|\[\{.*\}\]|https?:\/\/|\\\w|a-z|\.\w+|\w+[._:]\w[\w.-]*/g,
          '',
        );
        const words = own.match(/[A-Za-z][A-Za-z]*/g) ?? [];
        const foreign = words.filter((word) => !LATIN.has(word));
        return foreign.length === 0 ? [] : [`${area.name} ${key}: ${foreign.join(' ')}: ${text}`];
      }),
    );
    expect(bad.filter((row) => !/ action\.language: /.test(row))).toEqual([]);
  });

  // The heads of the built-in tools keep their colon, as their source writes it.
  test('sets Chinese apart from Latin, and takes its full-width marks', () => {
    const close = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}|\p{Script=Han}[,;:!?]/u;
    const bad = areas
      .flatMap((area) => chinese(area))
      .filter(([, text]) => close.test(text.replace('服务商:名称', '').replace(`: ${SAMPLE}`, '')));
    expect(bad).toEqual([]);
  });

  // What another part words, in the runner for example, may stand inside a sentence of the page. A value at
  // the end has its own.
  test('of the page has a full stop at its end if it has several sentences, and else none', () => {
    const wrong = (text: string, several: RegExp): boolean => {
      if (text.endsWith(SAMPLE) || /[:：]$/u.test(text)) return false;
      return several.test(text) ? !/[.?!。？！]["”）)]?$/u.test(text) : /[^.][.。]$/u.test(text);
    };
    const bad = [page, ...parts].flatMap((area) => [
      ...english(area).filter(([, text]) => wrong(text, /[.?!]["”)]?\s+["“({A-Z~※]/u)),
      ...chinese(area).filter(([, text]) => wrong(text, /[。？！]["”）]?\s*\S/u)),
    ]);
    expect(bad).toEqual([]);
  });

  test('takes the glossary’s words', () => {
    const texts = areas.flatMap((area) => [...english(area), ...chinese(area)]);
    const prose = Object.entries(docs).map(([path, text]): [string, string] => [
      path,
      text.replace(/^\|.*$/gm, ''),
    ]);
    const bad = [...texts, ...prose, ...printed].flatMap(([key, text]) =>
      avoided.filter(({ shape }) => shape.test(text)).map(({ word }) => `${key}: ${word}`),
    );
    expect([...new Set(bad)]).toEqual([]);
  });
});

/** Whether a text with that key may be drawn: it is named, or a template makes names like it. */
function isUsed(key: string, text: string): boolean {
  if (["'", '"', '`'].some((mark) => text.includes(`${mark}${key}${mark}`))) return true;
  // A key without a dot is also a code: of an outcome, a state, a format.
  if (!key.includes('.') && new RegExp(`\\b${key}\\b(?=['":]|,$)`, 'm').test(every)) return true;
  return [...text.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)].some(([, template = '']) => {
    const fixed = template.split(/\$\{[^}]*\}/);
    // Of `${text}.${part}` both parts are named.
    if (fixed.join('') === '.') return key.split('.').every((part) => text.includes(`'${part}'`));
    if (!fixed.some((part) => /[a-z]{2}/i.test(part))) return false;
    const escaped = fixed.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${escaped.join('.+')}$`).test(key);
  });
}
const isTexts = (path: string) => /i18n\/texts\/|texts(-en|-zh)?\.ts$/.test(path);
const every = Object.entries(sources)
  .filter(([path]) => !isTexts(path))
  .map(([, text]) => text)
  .join('\n');

test.each([page, ...parts].map((area): [string, Area] => [area.name, area]))(
  'no text of %s is left over',
  (name, area) => {
    const file = name.split('/').at(-1) ?? '';
    const text =
      area === page
        ? every
        : Object.entries(sources)
            .filter(([path, code]) => path !== name && !isTexts(path) && code.includes(`/${file}'`))
            .map(([, code]) => code)
            .concat(
              isTexts(name)
                ? []
                : [(sources[name] ?? '').replace(/^const (en|zh)[^]*?^\};$/gm, '')],
            )
            .join('\n');
    expect(Object.keys(area.en).filter((key) => !isUsed(key, text))).toEqual([]);
  },
);
