import { mainModule } from '../../shared/formats/script-module/module-files.ts';
import { foundId } from '../../shared/protocol/found-id.ts';
import { GrantedRights, ModuleRights } from '../../shared/protocol/module-rights.ts';
import { codeOf } from '../hosts/module/code-of.ts';
import { noRights } from '../hosts/module/no-rights.ts';
import { nodeDisk } from '../platform/node-disk.ts';
import type { Parts } from '../parts.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';
import { RightsStore } from '../store/rights-store.ts';

const path = '/api/tools/:id/rights';

/** The state of the code that a folder's module has now. */
async function codeHere(parts: Parts, id: string): Promise<string | Response> {
  const isFound = foundId.nameIn(id) !== undefined;
  const folder = await (isFound ? parts.discovery.folder(id) : parts.tools.read(id));
  if (!folder) return toolAnswers.absent(id);
  const module = mainModule(id, folder.files);
  const loaded = module?.language.readsFolder?.(folder.files);
  if (!module || !loaded) {
    return refuse(422, 'no-module', `"${id}" is no module that could be granted anything`);
  }
  return codeOf(module.script, loaded);
}

export const readRights = route({
  method: 'GET',
  path,
  access: 'page',
  summary: 'What a module may do beyond its own folder',
  answer: GrantedRights,
  async handle({ params, parts }) {
    const { id = '' } = params;
    const code = await codeHere(parts, id);
    if (code instanceof Response) return code;
    const granted = await new RightsStore(nodeDisk, parts.workspace).of(id);
    const answer: GrantedRights = {
      rights: granted?.rights ?? noRights,
      outdated: granted !== undefined && granted.code !== code,
    };
    return Response.json(answer);
  },
});

export const grantRights = route({
  method: 'PUT',
  path,
  access: 'page',
  summary: 'Grants a module files, variables or hosts, for its code as it stands',
  body: ModuleRights.strict(),
  answer: GrantedRights,
  async handle({ params, body, parts }) {
    const { id = '' } = params;
    const code = await codeHere(parts, id);
    if (code instanceof Response) return code;
    await new RightsStore(nodeDisk, parts.workspace).grant(id, code, body);
    parts.log(`modules: the rights of "${id}" were changed`);
    return Response.json({ rights: body, outdated: false } satisfies GrantedRights);
  },
});
