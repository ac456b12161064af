import type { z } from 'zod';
import type { ServerSummary } from '../../../../shared/protocol/mcp/state.ts';
import {
  identityOf,
  ServerAdded,
  ServerWay,
  type ServerSecrets,
  type ServerSettings,
} from '../../../../shared/protocol/mcp/servers.ts';
import { clientSecretOf, type ClientFields } from './client-secret.ts';

/** A variable or a header as it is filled in. */
export interface NamedValue {
  name: string;
  from: 'secret' | 'environment' | 'plain';
  /** The runner's variable; empty where it has the same name. */
  variable: string;
  prefix: string;
  /** What was typed; unless it is plain it goes to the runner and is not shown again. */
  value: string;
  /** The person said that it is none, though its name is that of a secret. */
  isNoSecret?: true | undefined;
}

/** A server as the form holds it; lists are texts with an entry on each line. */
export interface ServerForm extends ClientFields {
  name: string;
  command: string;
  args: string;
  cwd: string;
  folders: { path: string; access: 'read' | 'write' }[];
  net: string;
  env: NamedValue[];
  headers: NamedValue[];
  samplingModel: string;
  seconds: number;
}

export const namedValue = (more: Partial<NamedValue> = {}): NamedValue => ({
  ...{ name: '', from: 'secret', variable: '', prefix: '', value: '' },
  ...more,
});

/** The header that carries a token (RFC 6750, section 2.1). */
export const tokenHeader = (value = ''): NamedValue =>
  namedValue({ name: 'Authorization', prefix: 'Bearer ', value });

export const emptyForm = (): ServerForm => ({
  ...{ name: '', type: 'stdio', command: '', args: '', cwd: '', folders: [], net: '', env: [] },
  ...{ url: '', headers: [tokenHeader()], clientId: '', samplingModel: '', seconds: 60 },
  ...{ clientSecret: '', forgetsSecret: false },
});

/** The form of a server that there is. */
export function formOf(name: string, settings: ServerSettings): ServerForm {
  const { way, samplingModel = '', timeoutMs } = settings;
  const form = { ...emptyForm(), name, samplingModel, seconds: timeoutMs / 1000, type: way.type };
  if (way.type === 'http') {
    const { url, headers, clientId = '' } = way;
    return { ...form, url, clientId, headers: headers.map((one) => namedValue(one)) };
  }
  const { command, args, cwd = '', grants, env } = way;
  return {
    ...{ ...form, command, cwd, args: args.join('\n'), env: env.map((one) => namedValue(one)) },
    ...{ folders: grants.folders.map((one) => ({ ...one })), net: grants.net.join('\n') },
  };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** What was typed into neither name nor value is no row; a token that nobody gave is none either. */
const isGiven = (row: NamedValue, known: readonly string[]): boolean =>
  row.from !== 'secret' || row.value !== '' || known.includes(row.name)
    ? row.name !== ''
    : row.name !== '' && row.name !== 'Authorization';

const sentRow = ({ name, from, variable, value, isNoSecret }: NamedValue) => ({
  ...{ name: name.trim(), from },
  ...(from === 'plain' ? { value, ...(isNoSecret ? { isNoSecret } : {}) } : {}),
  ...(from === 'environment' && variable.trim() !== '' ? { variable: variable.trim() } : {}),
});

/** Fields of the form that a fault stands beside; `env.0` is a row of a list. */
export type Faults = Record<string, true>;

/**
 * The secrets that the runner was given for this server: `kept` is sent, and `elsewhere` is not, as the form holds
 * another address or command than it was given for.
 */
export type KnownNames = Readonly<Record<string, 'kept' | 'elsewhere'>>;
export function knownSecrets(
  form: ServerForm,
  server: Pick<ServerSummary, 'secrets' | 'secretsElsewhere' | 'settings'> | undefined,
): KnownNames {
  if (!server) return {};
  const way = ServerWay.safeParse(wayOf(form, [])).data;
  const isSame = way !== undefined && identityOf(way) === identityOf(server.settings.way);
  return Object.fromEntries([
    ...server.secretsElsewhere.map((name) => [name, 'elsewhere']),
    ...server.secrets.map((name) => [name, isSame ? 'kept' : 'elsewhere']),
  ]);
}

interface Sendable {
  name: string;
  settings: ServerSettings;
  secrets: z.infer<typeof ServerSecrets>;
  clientSecret?: string | null | undefined;
}

/** What is sent; or the fields that are wrong. `known` are the names whose secret the runner has or had. */
export function sendable(
  form: ServerForm,
  known: readonly string[] = [],
  enabled = true,
): { ok: true; value: Sendable } | { ok: false; faults: Faults } {
  const all = form.type === 'stdio' ? form.env : form.headers;
  const rows = all.filter((row) => isGiven(row, known));
  const folders = form.folders.filter(({ path }) => path.trim() !== '');
  const typed = rows.filter(({ from, value }) => from === 'secret' && value !== '');
  const parsed = ServerAdded.safeParse({
    name: form.name.trim(),
    settings: {
      ...{
        enabled,
        way: wayOf({ ...form, folders }, rows),
        timeoutMs: Math.round(form.seconds * 1000),
      },
      ...(form.samplingModel === '' ? {} : { samplingModel: form.samplingModel }),
    },
    secrets: Object.fromEntries(typed.map(({ name, value }) => [name.trim(), value])),
    clientSecret: clientSecretOf(form),
  });
  if (parsed.success) {
    const { name, settings, secrets = {}, clientSecret } = parsed.data;
    return { ok: true, value: { name, settings, secrets, clientSecret } };
  }
  return {
    ok: false,
    faults: Object.fromEntries(
      parsed.error.issues.map(({ path }) => {
        const [field, at] = fieldOf(path);
        if (at === undefined) return [field, true];
        // Rows that nothing was typed into are not sent, and are counted here.
        const row =
          field === 'folders' ? form.folders.indexOf(folders[at]!) : all.indexOf(rows[at]!);
        return [`${field}.${row}`, true];
      }),
    ),
  };
}

function wayOf(form: ServerForm, rows: NamedValue[]): object {
  if (form.type === 'http') {
    const headers = rows.map((row) => ({
      ...sentRow(row),
      ...(row.prefix === '' ? {} : { prefix: row.prefix }),
    }));
    const clientId = form.clientId.trim();
    return {
      ...{ type: 'http', url: form.url.trim(), headers },
      ...(clientId === '' ? {} : { clientId }),
    };
  }
  const folders = form.folders.map(({ path, access }) => ({ path: path.trim(), access }));
  return {
    ...{ type: 'stdio', command: form.command.trim(), args: linesOf(form.args) },
    ...(form.cwd.trim() === '' ? {} : { cwd: form.cwd.trim() }),
    ...{ env: rows.map(sentRow), grants: { folders, net: wordsOf(form.net) } },
  };
}

/** `settings.way.grants.folders.0.path` is row 0 of `folders`. */
function fieldOf(path: PropertyKey[]): [field: string, row?: number] {
  const parts = path.map(String).filter((part) => !['settings', 'way', 'grants'].includes(part));
  const [field = '', row] = parts;
  if (field === 'timeoutMs') return ['seconds'];
  return ['env', 'headers', 'folders'].includes(field) ? [field, Number(row)] : [field];
}

/** Absolute paths among the arguments that nothing grants yet: most likely the server is to reach them. */
export const pathsToGrant = ({ args, folders }: ServerForm): string[] => [
  ...new Set(
    linesOf(args).filter(
      (line) => /^\/[^,\0]*$/.test(line) && !folders.some(({ path }) => path === line),
    ),
  ),
];
