import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Runner } from './runner.ts';

/** What a test says of a tool; the rest is made up. */
interface Given {
  id: string;
  code: string;
  properties?: Record<string, unknown>;
  required?: string[];
  timeout?: number;
  files?: Record<string, string>;
}

/** Writes a tool folder as another program would; the page finds it by itself. */
export const putTool = (runner: Runner, given: Given): void => {
  const folder = join(runner.workspace, 'tools', given.id);
  mkdirSync(folder, { recursive: true });
  const definition = {
    id: given.id,
    description: 'A tool that a test of the page needs',
    parameters: {
      type: 'object',
      properties: given.properties ?? {},
      required: given.required ?? [],
    },
    timeout: given.timeout ?? 10,
  };
  const files = {
    'definition.json': `${JSON.stringify(definition, null, 2)}\n`,
    'execution.py': given.code,
    ...given.files,
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
};

/** A tool that prints a line and then takes longer than any test. */
export const putSlow = (runner: Runner, id: string, line: string): void =>
  putTool(runner, {
    ...{ id, timeout: 90 },
    code: `import time\nprint('${line}', flush=True)\ntime.sleep(60)\n`,
  });
