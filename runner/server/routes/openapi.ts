import type { z } from 'zod';
import { toJsonSchema } from '../../../shared/schema/to-json-schema.ts';
import { route, type Access, type Route } from '../http/route.ts';
import { answerJson } from '../http/answer-json.ts';

const security: Record<Access, object[]> = {
  open: [],
  known: [{ session: [] }, { token: [] }],
  author: [{ session: [] }, { token: [] }],
  page: [{ session: [] }],
  program: [{ token: [] }],
};

const json = (schema: z.ZodType) => ({
  'application/json': { schema: toJsonSchema(schema).schema },
});

function operation(row: Route): object {
  const named = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const asked = Object.entries(row.query ?? {}).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
  }));
  const done = row.answer
    ? { description: 'Done', content: json(row.answer) }
    : { description: 'Done' };
  return {
    summary: row.summary,
    security: security[row.access],
    ...(named.length + asked.length > 0 ? { parameters: [...named, ...asked] } : {}),
    ...(row.body ? { requestBody: { required: true, content: json(row.body) } } : {}),
    responses: {
      '2XX': done,
      default: { description: 'An error: {error: {code, message, path?, hint?}}' },
    },
  };
}

/** Returns the OpenAPI 3.1 description of a route table, including this route. */
export function openapi(table: readonly Route[], version: string): Route {
  const self = route({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'known',
    summary: 'This description',
    handle() {
      const paths: Record<string, Record<string, object>> = {};
      for (const row of [...table, self]) {
        const path = row.path.replace(/:(\w+)/g, '{$1}');
        paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(row) };
      }
      return answerJson({
        openapi: '3.1.0',
        info: { title: 'Lathe', version },
        components: {
          securitySchemes: {
            session: { type: 'apiKey', in: 'header', name: 'X-Lathe-Session' },
            token: { type: 'http', scheme: 'bearer' },
          },
        },
        paths,
      });
    },
  });
  return self;
}
