import type { Outcome, Refusal } from '../messages.ts';

type Fault = NonNullable<Outcome['fault']>;

const place = (text: string): { line?: number; column?: number } => {
  const [, line, column] = /:(\d+):(\d+)\)?\s*$/m.exec(text) ?? [];
  return line === undefined
    ? {}
    : { line: Math.max(1, Number(line)), column: Math.max(1, Number(column)) };
};

/** Returns the fault of an import, with advice for the author; undefined if the message is about something else. */
export function importFault(message: string, base: string): string | undefined {
  const first = message.split('\n')[0] ?? '';
  const [, missing] = /^(?:Relative )?[Ii]mport (?:path )?"([^"]+)"/.exec(first) ?? [];
  if (missing !== undefined) return notProvided(missing);
  if (/npm specifiers were requested|--no-npm|^Resolving npm specifier/.test(first)) {
    return `It imports a package from npm, and nothing is fetched here; ${grant('the package')}`;
  }
  const [, site] =
    /^Requires import access to "([^"]+)"/.exec(first) ??
    /^A remote specifier was requested: "([^"]+)"/.exec(first) ??
    [];
  if (site !== undefined) {
    return `It imports from "${site}", and nothing is fetched here; ${grant('the module')}`;
  }
  const [, scheme] = /^Unsupported scheme "[^"]*" for module "([^"]+)"/.exec(first) ?? [];
  if (scheme !== undefined) return notProvided(scheme);
  if (/^(Module not found|Unknown Node built-in)/.test(first)) return first.replaceAll(base, './');
  return undefined;
}

/** Returns why a module could not be loaded, with advice for its author. */
export function refusalOf(thrown: unknown, base: string): Refusal {
  const fault = faultOf(thrown, base);
  const { message } = fault;
  const first = message.split('\n')[0] ?? '';
  const own = message.split('\n').findLast((line) => line.includes(base)) ?? '';
  const at = place(own);
  const missing = importFault(message, base);
  if (missing !== undefined) return { code: 'import', message: missing, ...at };
  const [, syntax] = /^SyntaxError: ([^\n]*)/.exec(message) ?? [];
  if (syntax !== undefined) return { code: 'syntax', message: syntax, ...at };
  if (fault.class === 'SyntaxError') {
    return {
      code: 'syntax',
      message: first.replaceAll(base, './'),
      ...place(fault.traceback ?? ''),
    };
  }
  const where = place(fault.traceback?.split('\n')[0] ?? '');
  if (fault.class === 'NotCapable') {
    return { code: 'no-rights', message: `Failed to load tool: ${noRight(message)}`, ...where };
  }
  return { code: 'threw', message: `Failed to load tool: ${message}${hint(message)}`, ...where };
}

const grant = (what: string) =>
  `put ${what} into the folder and name it under "imports" in the folder's deno.json, such as {"imports": {"name": "./name.js"}}`;

const notProvided = (name: string) =>
  `It imports "${name}", which Lathe does not provide; ${grant('it')}`;

/** Returns a hint for an author who wrote for another engine. */
function hint(message: string): string {
  const [, name] = /^(\w+) is not defined$/.exec(message) ?? [];
  if (name === 'require' || name === 'module' || name === 'exports') {
    return '; use import and export, or let the file’s name end in .cjs';
  }
  return name === 'Bun'
    ? '; modules run on Deno, which has node: modules and not those of Bun'
    : '';
}

/** Rewords Deno's message about a missing permission, without the flag that nobody here can give. */
export function noRight(message: string): string {
  // Without its own environment, a program would get all variables of this process.
  if (message.startsWith('Requires env access, run')) {
    return 'Requires env access to all variables, and only single ones can be granted; programs run through pi.exec';
  }
  const isGranted = /^Requires (read|write|env|net) access/.test(message);
  const then = isGranted
    ? 'the person who runs Lathe can grant it to this tool'
    : 'no module has it; commands run through pi.exec';
  return message.replace(/, run again with the .*$/s, `; ${then}`);
}

/** Keeps the author's lines of a stack, with paths inside the folder. */
function ownLines(stack: string, base: string): string[] {
  return stack
    .split('\n')
    .filter((line) => line.includes(base))
    .map((line) => line.trim().replace(base, ''));
}

/** Converts a thrown value to a fault with the author's own line. `base` is the address of their folder. */
export function faultOf(thrown: unknown, base: string): Fault {
  if (!(thrown instanceof Error)) {
    return {
      class: 'Error',
      message: typeof thrown === 'string' ? thrown : `Threw ${word(thrown)}`,
    };
  }
  const lines = ownLines(thrown.stack ?? '', base);
  const line = Number(/:(\d+):\d+\)?$/.exec(lines[0] ?? '')?.[1]);
  return {
    class: thrown.name || 'Error',
    message: thrown.message,
    ...(Number.isInteger(line) && line > 0 ? { line } : {}),
    ...(lines.length > 0 ? { traceback: lines.slice(0, 20).join('\n') } : {}),
  };
}

function word(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return 'something that has no text';
  }
}
