import { z } from 'zod';
import type { Definition } from '../../../shared/tool/definition.ts';

/** The function that a model calls to answer. Lathe never performs it: its arguments are the answer. */
export const PROPOSE = 'propose_files';

/** Nobody reviews more than this. */
export const proposalLimits = { files: 20, fileCharacters: 200_000, characters: 400_000 } as const;

const nameText = 'Name of the tool and of its folder: lower-case letters, digits and underscores';

export const Proposed = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/)
    .optional(),
  summary: z.string().max(10_000).default(''),
  files: z.array(z.object({ path: z.string(), content: z.string() })),
  deletes: z.array(z.string()).max(100).default([]),
});
export type Proposed = z.infer<typeof Proposed>;

const deletesText =
  'Paths of files to delete. To rename a file, list its old path here and pass the file under its new path in "files"';

/** The declaration. A new tool also needs a name. */
export const proposeFiles = (isNew: boolean): Definition => ({
  name: PROPOSE,
  description:
    'Proposes new and changed files to the author, who applies or discards each change. Call it once, with every new or changed file. It saves and runs nothing.',
  parameters: {
    type: 'object',
    properties: {
      ...(isNew ? { name: { type: 'string', description: nameText } } : {}),
      summary: {
        type: 'string',
        description:
          'One to three sentences for the author: what was wrong or is new, and why this is right',
      },
      files: {
        type: 'array',
        description: 'Every new or changed file',
        items: {
          type: 'object',
          properties: {
            path: {
              type: 'string',
              description:
                'Path in the folder, such as definition.json; never a path outside of it',
            },
            content: { type: 'string', description: 'The complete new text of the file' },
          },
          required: ['path', 'content'],
        },
      },
      ...(isNew
        ? {}
        : { deletes: { type: 'array', description: deletesText, items: { type: 'string' } } }),
    },
    required: isNew ? ['name', 'summary', 'files'] : ['summary', 'files'],
  },
});
