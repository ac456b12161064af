import { z } from 'zod';
import { cacheText } from '../../../shared/formats/script-module/module-data.ts';
import {
  mainModule,
  type ModuleFiles,
} from '../../../shared/formats/script-module/module-files.ts';
import { externalId } from '../../../shared/protocol/ids/external-id.ts';
import { ExternalModules } from '../../../shared/protocol/modules/external-modules.ts';
import { GrantedRights, ModuleRights } from '../../../shared/protocol/modules/module-rights.ts';
import {
  ModuleSession,
  SessionEventRequest,
} from '../../../shared/protocol/modules/module-session.ts';
import { parseJson } from '../../../shared/schema/json/parse-json.ts';
import { Declared, type Declarers } from '../../../shared/tool/declared.ts';
import { Folder } from '../../../shared/tool/folder.ts';
import type { Host } from '../../../shared/tool/run/host.ts';
import { JsonObject } from '../../../shared/tool/json.ts';
import { codeOf } from '../../hosts/module/lay-out.ts';
import { moduleHostOf } from '../../hosts/module/module-host.ts';
import { noRights } from '../../hosts/module/confine.ts';
import { nodeDisk } from '../../platform/disk/node-disk.ts';
import type { Sources } from '../../sources/sources.ts';
import { isFlatIn } from '../../store/tools/flat-tools.ts';
import { RightsStore } from '../../store/rights-store.ts';
import type { StoredFolder, ToolStore } from '../../store/tools/tool-store.ts';
import type { Channel } from '../channel.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';
import { answerJson } from '../http/answer-json.ts';

interface Needs {
  workspace: string;
  sources: Sources;
  store: ToolStore;
  hosts: ReadonlyMap<string, Host>;
  /** The readers of modules, by the id of their language. */
  declarers: Declarers;
  channel: Channel;
  log(line: string): void;
}

export const DeclareRequest = z.object({ name: z.string().max(100), files: Folder });

/** How long a response waits for modules to load, in milliseconds; slower ones are listed as loading. */
const PATIENCE_MS = 3000;

const noModules = () => refuse(404, 'no-modules', 'This runner has no host for modules');

const path = '/api/tools/:id/rights';

interface Here {
  /** The digest of the module's current code. */
  code: string;
  folder: StoredFolder;
  module: ModuleFiles;
}

async function moduleHere({ sources, store }: Needs, id: string): Promise<Here | Response> {
  const isExternal = externalId.nameIn(id) !== undefined;
  const folder = await (isExternal ? sources.external.discovery.folder(id) : store.read(id));
  if (!folder) return toolAnswers.absent(id);
  const module = mainModule(id, folder.files);
  const loaded = module?.language.readsFolder?.(folder.files);
  if (!module || !loaded) {
    return refuse(422, 'no-module', `"${id}" is not a module that can have permissions`);
  }
  return { code: codeOf(module.script, loaded), folder, module };
}

/** Reads the module again, because with these permissions it may declare more. */
async function readAnew(
  { sources, workspace, channel }: Needs,
  id: string,
  { folder, module }: Here,
): Promise<void> {
  if (externalId.nameIn(id) !== undefined) return sources.external.discovery.reload(id);
  const cache = folder.files[module.cache];
  if (typeof cache !== 'string') return;
  const parsed = parseJson(cache);
  if (!parsed.ok) return;
  const text = cacheText({ ...JsonObject.parse(parsed.value), folderHash: '' });
  const flat = await isFlatIn(nodeDisk, `${workspace}/tools`, id);
  await nodeDisk.write(`${workspace}/tools/${flat ? '' : `${id}/`}${module.cache}`, text);
  sources.workspace.mark([id]);
  channel.tell({ event: 'changed', data: { ids: [id] } });
}

/** Routes for the permissions and sessions of modules, and for external modules. */
export const moduleRoutes = (needs: Needs): Route[] => {
  const rights = new RightsStore(nodeDisk, needs.workspace);
  return [
    route({
      method: 'GET',
      path,
      access: 'page',
      summary: 'The permissions of a module beyond its own folder',
      answer: GrantedRights,
      async handle({ params }) {
        const { id = '' } = params;
        const here = await moduleHere(needs, id);
        if (here instanceof Response) return here;
        const { code } = here;
        const granted = await rights.of(id);
        const answer: GrantedRights = {
          rights: granted?.rights ?? noRights,
          outdated: granted !== undefined && granted.code !== code,
        };
        return answerJson(answer);
      },
    }),

    route({
      method: 'PUT',
      path,
      access: 'page',
      summary: 'Grants a module files, variables or hosts, for its current code',
      body: ModuleRights.strict(),
      answer: GrantedRights,
      async handle({ params, body }) {
        const { id = '' } = params;
        const here = await moduleHere(needs, id);
        if (here instanceof Response) return here;
        await rights.grant(id, here.code, body);
        await readAnew(needs, id, here);
        needs.log(`modules: the permissions of "${id}" were changed`);
        return answerJson({ rights: body, outdated: false } satisfies GrantedRights);
      },
    }),

    route({
      method: 'GET',
      path: '/api/tools/:id/session',
      access: 'author',
      summary: 'The session of a module: its results, pending actions and log',
      answer: ModuleSession,
      handle({ params }) {
        const host = moduleHostOf(needs.hosts);
        return host ? answerJson(host.sessionOf(params.id ?? '')) : noModules();
      },
    }),

    route({
      method: 'POST',
      path: '/api/tools/:id/session',
      access: 'author',
      summary: 'Notifies a module of an event of its session',
      body: SessionEventRequest.strict(),
      answer: ModuleSession,
      async handle({ params, body }) {
        const host = moduleHostOf(needs.hosts);
        if (!host) return noModules();
        const { id = '' } = params;
        // Putting the module to sleep sends it the shutdown event.
        if (body.event.reason === 'shutdown') await host.sleep(id);
        else await host.fire(id, body.event, body.keep);
        return answerJson(host.sessionOf(id));
      },
    }),

    /** Reads modules that the page cannot read itself, as they are in the editor. */
    route({
      method: 'POST',
      path: '/api/modules/declare',
      access: 'author',
      summary: 'Loads a module in its sandbox and lists its tools; saves nothing',
      body: DeclareRequest.strict(),
      answer: Declared,
      async handle({ body }) {
        const { name, files } = body;
        const module = mainModule(name, files);
        const source = module && files[module.script];
        const declare = module && needs.declarers.get(module.language.id);
        if (!module || typeof source !== 'string' || !declare) {
          return refuse(422, 'no-module', 'There is no module for this runner to load');
        }
        const { script: file } = module;
        const declared = await declare({ file, source, options: {}, folder: { name, files } });
        return 'unavailable' in declared
          ? refuse(503, 'unavailable', declared.unavailable, {
              values: { why: declared.unavailable },
            })
          : answerJson(declared);
      },
    }),

    route({
      method: 'GET',
      path: '/api/external-modules',
      access: 'author',
      summary:
        'Searches for modules in the locations of the settings, and lists the outcome for each',
      answer: ExternalModules,
      async handle() {
        const { discovery } = needs.sources.external;
        await discovery.look(1000);
        await discovery.settled(PATIENCE_MS);
        await needs.sources.fresh();
        const { problem } = discovery;
        const modules = (await needs.sources.external.list()).map(
          ({ id, at, loading, read, problems }) => ({
            ...{ ...at, id, loading, problems },
            tools: (read?.toolset.tools ?? [])
              .filter(({ definition }) => definition.unlisted !== true)
              .map(({ definition }) => definition.name),
          }),
        );
        return answerJson({
          modules,
          ...(problem === undefined ? {} : { problem }),
        } satisfies ExternalModules);
      },
    }),
  ];
};
