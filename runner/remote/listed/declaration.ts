import { z } from 'zod';
import { ToolHints, Visibility, type ServerTool } from '../../../shared/protocol/mcp/tools.ts';
import { JsonObject, JsonSchema } from '../../../shared/tool/json.ts';
import type { ToolKind } from '../../../shared/tool/definition.ts';
import { sha256 } from '../../platform/sha256.ts';
import { hasFitHeaders } from './header-names.ts';

/** A server's declaration of a tool, which an approval covers completely. */
export const Declaration = z.object({
  /** The server's name of the tool. */
  name: z.string(),
  title: z.string().optional(),
  description: z.string(),
  parameters: JsonSchema,
  outputSchema: JsonSchema.optional(),
  hints: ToolHints,
  ui: z.string().optional(),
  visibility: Visibility.optional(),
  /** A picture as a `data:` address: shown, but not covered by an approval. */
  icon: z.string().optional(),
});
export type Declaration = z.infer<typeof Declaration>;

/** A declaration as received; an invalid one is left out and does not affect others. */
const Listed = z.looseObject({
  name: z.string().min(1).max(500),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: JsonObject,
  outputSchema: JsonObject.optional(),
  icons: z
    .array(z.looseObject({ src: z.string() }))
    .optional()
    .catch(undefined),
  annotations: z.looseObject({ title: z.string().optional(), ...ToolHints.shape }).optional(),
  _meta: z
    .looseObject({
      ui: z
        .looseObject({
          resourceUri: z.string().optional().catch(undefined),
          visibility: Visibility.optional().catch(undefined),
        })
        .optional()
        .catch(undefined),
    })
    .optional(),
});

const MOST_TOOLS = 1000;
/** The limit of a declaration in characters. */
const MOST_CHARACTERS = 256 * 1024;
/** The limit of all declarations in characters. */
const MOST_IN_ALL = 8 * 1024 * 1024;
const MOST_NAMED = 50;

/** A small icon that a page draws without a request. Source: SEP-973, which requires PNG and JPEG. */
const ICON = /^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]{1,16000}={0,2}$/;

type LeftOut = { name: string; code: 'too-many' | 'too-large' | 'invalid' | 'same-name' };

/** Reads declarations up to the limits. */
export class Declarations {
  readonly taken: Declaration[] = [];
  readonly leftOut: LeftOut[] = [];
  leftOutMore = 0;
  readonly #names = new Set<string>();
  readonly #areHeadersSent: boolean;
  #characters = 0;

  /** Whether arguments may also be sent in headers, which revision 2026-07-28 has over HTTP. */
  constructor(areHeadersSent: boolean) {
    this.#areHeadersSent = areHeadersSent;
  }

  get isFull(): boolean {
    return this.taken.length >= MOST_TOOLS;
  }

  take(listed: unknown): void {
    const read = Listed.safeParse(listed);
    if (!read.success) return this.#leave(nameIn(listed), 'invalid');
    const { name } = read.data;
    if (this.#names.has(name)) return this.#leave(name, 'same-name');
    if (this.isFull) return this.#leave(name, 'too-many');
    const { description = '', inputSchema: parameters, outputSchema, annotations } = read.data;
    const { title = annotations?.title, _meta: meta } = read.data;
    // A root that is not an object does not describe arguments.
    if (parameters.type !== undefined && parameters.type !== 'object')
      return this.#leave(name, 'invalid');
    const icon = read.data.icons?.find(({ src }) => ICON.test(src))?.src;
    const { resourceUri: ui, visibility } = meta?.ui ?? {};
    const declaration: Declaration = {
      ...{ name, description, parameters: { type: 'object', ...parameters } },
      ...(title === undefined ? {} : { title }),
      ...(outputSchema === undefined ? {} : { outputSchema }),
      hints: ToolHints.parse(annotations ?? {}),
      ...(ui?.startsWith('ui://') ? { ui } : {}),
      ...(visibility === undefined ? {} : { visibility }),
      ...(icon === undefined ? {} : { icon }),
    };
    const { length } = JSON.stringify(declaration);
    if (length > MOST_CHARACTERS || this.#characters + length > MOST_IN_ALL)
      return this.#leave(name, 'too-large');
    if (this.#areHeadersSent && !hasFitHeaders(parameters)) return this.#leave(name, 'invalid');
    this.#names.add(name);
    this.#characters += length;
    this.taken.push(declaration);
  }

  #leave(name: string, code: LeftOut['code']): void {
    if (this.leftOut.length < MOST_NAMED) this.leftOut.push({ name: name.slice(0, 200), code });
    else this.leftOutMore += 1;
  }
}

const nameIn = (listed: unknown): string => {
  const name = z.looseObject({ name: z.string() }).safeParse(listed);
  return name.success ? name.data.name : '';
};

/** Returns the hash of a declaration, independent of the order of its fields. */
export const hashOf = ({ icon: _, ...declaration }: Declaration): string =>
  sha256(JSON.stringify(declaration, inOrder));

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Returns the kind from a stranger's hints; it is only shown. */
export const kindOf = ({ readOnlyHint, destructiveHint }: ServerTool['hints']): ToolKind => {
  if (readOnlyHint === true) return 'readonly';
  return destructiveHint === false ? 'write' : 'execute';
};
