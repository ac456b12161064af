import { z } from 'zod';
import { ContentBlock } from '../../tool/run/content-block.ts';
import { Json, JsonObject } from '../../tool/json.ts';
import { ServerName } from './servers.ts';

/** `GET /api/mcp-servers/:name/resources`. */
export const ServerResources = z.object({
  resources: z.array(
    z.object({
      uri: z.string(),
      name: z.string(),
      title: z.string().optional(),
      description: z.string().optional(),
      mimeType: z.string().optional(),
      size: z.number().optional(),
    }),
  ),
  templates: z.array(
    z.object({
      uriTemplate: z.string(),
      name: z.string(),
      title: z.string().optional(),
      description: z.string().optional(),
      mimeType: z.string().optional(),
    }),
  ),
  /** Whether there are more than these. */
  isCut: z.boolean(),
});
export type ServerResources = z.infer<typeof ServerResources>;

/** `POST /api/mcp-servers/:name/resources/read`. */
export const ResourceAsked = z.strictObject({ uri: z.string().min(1).max(10_000) });
export type ResourceAsked = z.infer<typeof ResourceAsked>;

export const ResourceContents = z.object({
  contents: z.array(
    z.object({
      uri: z.string(),
      mimeType: z.string().optional(),
      text: z.string().optional(),
      /** Base64. */
      blob: z.string().optional(),
    }),
  ),
});
export type ResourceContents = z.infer<typeof ResourceContents>;

/** `GET /api/mcp-servers/:name/prompts`. */
export const ServerPrompts = z.object({
  prompts: z.array(
    z.object({
      name: z.string(),
      title: z.string().optional(),
      description: z.string().optional(),
      arguments: z.array(
        z.object({
          name: z.string(),
          description: z.string().optional(),
          required: z.boolean().optional(),
        }),
      ),
    }),
  ),
  isCut: z.boolean(),
});
export type ServerPrompts = z.infer<typeof ServerPrompts>;

/** `POST /api/mcp-servers/:name/prompts/get`. */
export const PromptAsked = z.strictObject({
  name: z.string().min(1).max(1000),
  arguments: z.record(z.string(), z.string()).default({}),
});
export type PromptAsked = z.infer<typeof PromptAsked>;

export const PromptMessages = z.object({
  description: z.string().optional(),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: ContentBlock })),
});
export type PromptMessages = z.infer<typeof PromptMessages>;

/** The media type of an interface (MCP Apps, 2026-01-26). */
export const APP_TYPE = 'text/html;profile=mcp-app';

/**
 * `metadata.mcp` of the result of a remote tool, which the page shows in addition to both contents. The
 * server's content is in the same fields as that of other tools: blocks in `metadata.content`, and
 * `structuredContent`.
 */
export const RemoteResult = z.object({
  server: ServerName,
  /** The server's name of the tool. */
  tool: z.string(),
  /** `structuredContent` from the server, if it does not match the tool's output schema. */
  misfit: Json.optional(),
  /** The interface that the tool declares for its results (MCP Apps), and the arguments of the call. */
  ui: z.string().optional(),
  arguments: JsonObject.optional(),
  /** `_meta` of the result, for that interface. */
  meta: JsonObject.optional(),
});
export type RemoteResult = z.infer<typeof RemoteResult>;
