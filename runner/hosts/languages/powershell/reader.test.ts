import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openReader } from '../../../../shared/languages/powershell/open-reader.ts';
import type { Declared, DeclaredTool } from '../../../../shared/tool/declared.ts';
import { grammarFiles } from '../../../platform/grammar-files.ts';

const Parameter = z.object({
  name: z.string(),
  sets: z.array(z.object({ set: z.string(), mandatory: z.boolean(), hidden: z.boolean() })),
  choices: z.array(z.string()),
  switch: z.boolean(),
  default: z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['none', 'worked-out']) }),
    z.object({ kind: z.literal('constant'), value: z.unknown() }),
  ]),
});
type Parameter = z.infer<typeof Parameter>;
const Outline = z.object({
  faults: z.array(z.string()),
  functions: z.array(
    z.object({
      name: z.string(),
      line: z.number(),
      endLine: z.number(),
      parameters: z.array(Parameter),
    }),
  ),
  works: z.boolean(),
  parameters: z.array(Parameter).nullable(),
});
type Outline = z.infer<typeof Outline>;

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const here = fileURLToPath(new URL('conformance', import.meta.url));
const scripts = ['runner', 'shared', 'examples']
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ps1') && !path.includes('node_modules'))
      .map((path) => `${folder}/${path}`),
  )
  .map((path) => [path.replace(/^.*\//, ''), readFileSync(`${root}${path}`, 'utf8')] as const);

/** The same scripts as an editor of Windows saves them. */
const saved = scripts.map(
  ([name, source]) =>
    [`${name} with CRLF and a mark`, `\ufeff${source.replaceAll('\n', '\r\n')}`] as const,
);

const broken: (readonly [string, string])[] = [
  ['a brace that is not closed', 'function Get-A { param($A) if ($A) { 1 }'],
  ['one too many', 'function Get-A { param($A) $A } }'],
  ['a text that is not closed', 'function Get-A { param($A) "open }'],
  ['a here-string that is not closed', "function Get-A { param($A)\n@'\nopen\n}"],
  ['a comment that is not closed', 'function Get-A { param($A) <# open }'],
  ['a comma before the end', 'function Get-A { param($A, $B,) $A }'],
  ['a comma that is missing', 'function Get-A { param($A $B) $A }'],
  ['a parameter without a dollar', 'function Get-A { param([string]A) 1 }'],
  ['an attribute that is not closed', 'function Get-A { param([Parameter(Mandatory)$A) 1 }'],
  ['a function without a name', 'function { param($A) $A }'],
  ['a function without a body', 'function Get-A'],
  ['a default without a value', 'function Get-A { param($A = ) $A }'],
  ['brackets that cross', 'function Get-A { param($A) ($A } )'],
];

const path = process.env.PATH ?? '';
const probe = spawnSync('pwsh', ['-NoProfile', '-Version'], {
  env: { PATH: path },
  timeout: 60_000,
});
const isThere = probe.status === 0;
if (!isThere) {
  process.stderr.write(
    'Rows that compare with PowerShell are skipped: there is no "pwsh" on the PATH\n',
  );
}

let outlines: Outline[] = [];
let read: (file: string, source: string) => Declared;
const all = [...scripts, ...saved, ...broken];
beforeAll(async () => {
  read = await openReader(await grammarFiles('powershell'));
  if (!isThere) return;
  // PowerShell takes the mark away when it reads the file.
  const input = JSON.stringify(all.map(([, source]) => source.replace(/^\ufeff/, '')));
  const flags = ['-NoProfile', '-NonInteractive', '-File', `${here}/outline.ps1`];
  const ran = spawnSync('pwsh', flags, { input, encoding: 'utf8', timeout: 240_000 });
  outlines = z.array(Outline).parse(JSON.parse(ran.stdout || ran.stderr));
}, 300_000);

const bare = (name: string) => name.replace(/^(global|script|local|private):/i, '');
const isPrivate = (name: string) => /^(_|internal-|format-)/i.test(name);

/** Mandatory whichever set a call chooses. */
function isRequired({ sets }: Parameter, among: Parameter[]): boolean {
  const ALL = '__allparametersets';
  const own = sets.map(({ set }) => set.toLowerCase());
  const named = among.flatMap((one) => one.sets.map(({ set }) => set.toLowerCase()));
  return (
    sets.length > 0 &&
    sets.every(({ mandatory }) => mandatory) &&
    (own.includes(ALL) || named.every((set) => set === ALL || own.includes(set)))
  );
}

/** A tool is the same wherever its script was saved, so line ends of Windows are not kept. */
const withPlainEnds = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value;

/** What both sides say of the parameters that a model is shown. */
function expected(parameters: Parameter[], hidden: readonly string[] = []) {
  return parameters
    .filter(({ name }) => !hidden.includes(name))
    .map((one) => ({
      name: one.name,
      required: isRequired(one, parameters),
      ...(one.choices.length > 0 ? { choices: one.choices } : {}),
      ...(one.switch ? { switch: true } : {}),
      // No schema can say that nothing is given by default.
      ...(one.default.kind === 'constant' && one.default.value !== null
        ? { default: withPlainEnds(one.default.value) }
        : {}),
    }));
}

const Schema = z.looseObject({
  type: z.unknown(),
  enum: z.array(z.unknown()).optional(),
  items: z.looseObject({ enum: z.array(z.unknown()).optional() }).optional(),
  default: z.unknown(),
});
const Parameters = z.object({
  properties: z.record(z.string(), Schema.partial()),
  required: z.array(z.string()).default([]),
});

function found(tool: DeclaredTool, parameters: Parameter[]) {
  const { properties, required } = Parameters.parse(tool.parameters);
  return Object.entries(properties).map(([name, schema]) => {
    const asked = parameters.find((one) => one.name === name);
    // An enum may be that of a type, which is more than an attribute says.
    const choices = asked?.choices.length ? (schema.enum ?? schema.items?.enum) : undefined;
    const isConstant = asked?.default.kind === 'constant';
    return {
      name,
      required: required.includes(name),
      ...(choices ? { choices: choices.map(String) } : {}),
      ...(asked?.switch && schema.type === 'boolean' ? { switch: true } : {}),
      ...(isConstant && schema.default !== undefined ? { default: schema.default } : {}),
    };
  });
}

const says = ({ problems }: Declared) =>
  problems.filter(({ code }) => code.startsWith('powershell-')).map(({ message }) => message);

describe.runIf(isThere)(
  'A0.21 what PowerShell itself finds in a script is what is found here',
  () => {
    test.each(all.slice(0, -broken.length).map((one, at) => [...one, at] as const))(
      '%s',
      (name, source, at) => {
        const outline = outlines[at];
        if (!outline) throw new Error('PowerShell said nothing of it');
        expect(outline.faults).toEqual([]);
        const declared = read('script.ps1', source);
        if (!declared.ok) throw new Error(says(declared).join('\n'));
        expect(says(declared)).toEqual([]);
        const functions = outline.functions.filter((one) => !isPrivate(bare(one.name)));
        const isScript = outline.parameters && (functions.length === 0 || outline.works);
        const wanted = isScript
          ? [{ name: 'script', line: 1, parameters: outline.parameters ?? [] }]
          : functions.map((one) => ({ ...one, name: bare(one.name) }));
        expect(declared.tools.map((tool) => tool.name)).toEqual(wanted.map((one) => one.name));
        for (const [index, tool] of declared.tools.entries()) {
          const { parameters = [], ...place } = wanted[index] ?? {};
          expect(tool, name).toMatchObject(place);
          expect(found(tool, parameters), tool.name).toEqual(expected(parameters, tool.hidden));
          const shown = parameters.filter(({ name: one }) => tool.hidden?.includes(one) !== true);
          expect(shown.some(({ sets }) => sets.some(({ hidden }) => hidden))).toBe(false);
        }
      },
    );
  },
);

describe.runIf(isThere)('A0.21 what PowerShell refuses is not taken silently', () => {
  test.each(broken.map(([name, source], at) => [name, source, at] as const))(
    '%s',
    (_, source, at) => {
      expect(outlines[all.length - broken.length + at]?.faults).not.toEqual([]);
      const declared = read('script.ps1', source);
      expect(declared.ok && declared.tools.length > 0 && says(declared).length === 0).toBe(false);
    },
  );
});
