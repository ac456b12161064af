import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bash } from '../../../shared/languages/bash/bash.ts';
import {
  invokeAuthored as invoke,
  type AuthoredParts,
} from '../../../shared/registry/fixtures/invoke-authored.ts';
import type { Arguments } from '../../../shared/tool/json.ts';
import { createScriptHost } from './process-host.ts';

const root = mkdtempSync(join(tmpdir(), 'lathe-test-'));
const host = createScriptHost(bash, { filesDirectory: root });
const parts: AuthoredParts = {
  languages: new Map([['bash', bash]]),
  hosts: new Map([['bash', host]]),
  ask: async () => ({ answer: 'allow' }),
  limits: { defaultTimeoutMs: 10_000, maxTimeoutMs: 600_000, outputBytes: 10_000 },
};
afterAll(async () => {
  await host.close();
  rmSync(root, { recursive: true });
});

const rows: [string, string, Arguments, Record<string, unknown>, object][] = [
  [
    'A1.36',
    'printf "%s\\n" "$text"',
    { text: "it's $(id) 你好" },
    { template: '[calc] 结果: {output}' },
    {
      success: true,
      llmContent: "it's $(id) 你好\n",
      displayContent: "[calc] 结果: it's $(id) 你好",
    },
  ],
  [
    'A1.31',
    'printf 😀😀😀',
    { text: '' },
    { truncate: 2 },
    { success: true, llmContent: '😀😀', metadata: { truncated: true, dropped_characters: 1 } },
  ],
  [
    'A1.30',
    'echo out; sleep 0.2; echo err >&2; exit 4',
    { text: '' },
    {},
    {
      success: false,
      llmContent: 'Tool execution failed with exit code 4\n\nOutput:\nout\nerr',
      error: { type: 'execution_error', details: { exit_code: 4 } },
    },
  ],
  ['A1.19', 'touch ran', {}, {}, { error: { message: '缺少必填参数: text' } }],
];

test.each(rows)('%s %j', async (_, source, args, returns, expected) => {
  const tool = {
    definition: {
      name: 'calc',
      description: 'Calculates',
      parameters: {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
      },
    },
    code: { language: 'bash', file: 'execution.sh', source },
    returns,
  };
  const call = { runId: 'r', tool, folderName: 'calc', arguments: args };
  const { result } = await invoke(call, parts, () => undefined, new AbortController().signal);
  expect(result).toMatchObject(expected);
});
