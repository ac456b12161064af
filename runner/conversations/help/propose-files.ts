import { z } from 'zod';
import type { Definition } from '../../../shared/tool/definition.ts';

/** What a model calls to answer. It is never performed: its arguments are the answer. */
export const PROPOSE = 'propose_files';

/** More is not read through by anybody. */
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
  'Paths of files that are to go. To give a file another name, put its path here and the file under its new path into "files"';

/** The declaration; a new tool has a name to be given. */
export const proposeFiles = (isNew: boolean): Definition => ({
  name: PROPOSE,
  description:
    'Hands the files over to the person, who reads the changes and takes or leaves each. Call it once, with every file that is new or changed. Nothing is saved or run by it.',
  parameters: {
    type: 'object',
    properties: {
      ...(isNew ? { name: { type: 'string', description: nameText } } : {}),
      summary: {
        type: 'string',
        description:
          'One to three sentences for the person: what was wrong or is new, and why this is right',
      },
      files: {
        type: 'array',
        description: 'The files that are new or changed, whole',
        items: {
          type: 'object',
          properties: {
            path: {
              type: 'string',
              description:
                'Path in the folder, such as definition.json; never a path that leads out of it',
            },
            content: { type: 'string', description: 'The whole text of the file as it is to be' },
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
