import { z } from 'zod';
import { mainModule } from '../../../shared/formats/script-module/module-files.ts';
import { Declared } from '../../../shared/tool/declared.ts';
import { Folder } from '../../../shared/tool/folder.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';

export const DeclareRequest = z.object({ name: z.string().max(100), files: Folder });

/** For modules that the page cannot read itself, as they stand in the editor. */
export const declareModule = route({
  method: 'POST',
  path: '/api/modules/declare',
  access: 'author',
  summary: 'Loads a module in its sandbox and says which tools it has; nothing is saved',
  body: DeclareRequest.strict(),
  answer: Declared,
  async handle({ body, parts }) {
    const { name, files } = body;
    const module = mainModule(name, files);
    const source = module && files[module.script];
    const declare = module && parts.declarers.get(module.language.id);
    if (!module || typeof source !== 'string' || !declare) {
      return refuse(422, 'no-module', 'There is no module that this runner reads');
    }
    const { script: file } = module;
    const declared = await declare({ file, source, options: {}, folder: { name, files } });
    return 'unavailable' in declared
      ? refuse(503, 'unavailable', declared.unavailable)
      : Response.json(declared);
  },
});
