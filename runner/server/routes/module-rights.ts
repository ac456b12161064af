import { cacheText } from '../../../shared/formats/script-module/module-data.ts';
import {
  mainModule,
  type ModuleFiles,
} from '../../../shared/formats/script-module/module-files.ts';
import { foundId } from '../../../shared/protocol/found-id.ts';
import { GrantedRights, ModuleRights } from '../../../shared/protocol/module-rights.ts';
import { parseJson } from '../../../shared/schema/parse-json.ts';
import { JsonObject } from '../../../shared/tool/json.ts';
import { codeOf } from '../../hosts/module/lay-out.ts';
import { noRights } from '../../hosts/module/confine.ts';
import { nodeDisk } from '../../platform/node-disk.ts';
import type { Parts } from '../parts.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';
import { RightsStore } from '../../store/rights-store.ts';
import type { StoredFolder } from '../../store/tool-store.ts';

const path = '/api/tools/:id/rights';

interface Here {
  /** The state of the code that the module has now. */
  code: string;
  folder: StoredFolder;
  module: ModuleFiles;
}

async function moduleHere(parts: Parts, id: string): Promise<Here | Response> {
  const isFound = foundId.nameIn(id) !== undefined;
  const folder = await (isFound ? parts.discovery.folder(id) : parts.tools.read(id));
  if (!folder) return toolAnswers.absent(id);
  const module = mainModule(id, folder.files);
  const loaded = module?.language.readsFolder?.(folder.files);
  if (!module || !loaded) {
    return refuse(422, 'no-module', `"${id}" is no module that could be granted anything`);
  }
  return { code: codeOf(module.script, loaded), folder, module };
}

/** What was read of the module was read without these rights, and it may be more with them. */
async function readAnew(parts: Parts, id: string, { folder, module }: Here): Promise<void> {
  if (foundId.nameIn(id) !== undefined) return parts.discovery.reload(id);
  const cache = folder.files[module.cache];
  if (typeof cache !== 'string') return;
  const parsed = parseJson(cache);
  if (!parsed.ok) return;
  const text = cacheText({ ...JsonObject.parse(parsed.value), folderHash: '' });
  await nodeDisk.write(`${parts.workspace}/tools/${id}/${module.cache}`, text);
  parts.channel.tell({ event: 'changed', data: { ids: [id] } });
}

export const readRights = route({
  method: 'GET',
  path,
  access: 'page',
  summary: 'What a module may do beyond its own folder',
  answer: GrantedRights,
  async handle({ params, parts }) {
    const { id = '' } = params;
    const here = await moduleHere(parts, id);
    if (here instanceof Response) return here;
    const { code } = here;
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
    const here = await moduleHere(parts, id);
    if (here instanceof Response) return here;
    await new RightsStore(nodeDisk, parts.workspace).grant(id, here.code, body);
    await readAnew(parts, id, here);
    parts.log(`modules: the rights of "${id}" were changed`);
    return Response.json({ rights: body, outdated: false } satisfies GrantedRights);
  },
});
