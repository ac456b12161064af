import type { Engine } from '../../../shared/registry/authored/authored-plan.ts';
import type { Registry } from '../../../shared/registry/registry.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { fileProblem, type Problem } from '../../../shared/tool/problem/problem.ts';
import { writeJson } from '../../../shared/tool/exact-number.ts';
import { serverId } from '../../../shared/protocol/ids/server-id.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { RemoteServer } from '../../remote/server.ts';
import type { RemoteServers } from '../../remote/servers.ts';
import type { RunnerUnit, Source } from '../unit.ts';
import { remoteTool } from './remote-tool.ts';

/** The source of other programs' tools, as their servers last declared them. */
export class Remote implements Source {
  readonly #servers: RemoteServers;
  readonly #registry: Registry<RunnerUnit>;
  readonly #engine: () => Engine;
  #seen = -1;

  constructor(servers: RemoteServers, registry: Registry<RunnerUnit>, engine: () => Engine) {
    this.#servers = servers;
    this.#registry = registry;
    this.#engine = engine;
  }

  /** Starts no server; uses the stored declarations. */
  async fresh(): Promise<void> {
    await this.#servers.follow();
    const { revision } = this.#servers;
    if (this.#seen !== revision) {
      this.#seen = revision;
      this.#registry.replace(
        'mcp',
        this.#servers.all().map((server) => this.#unitOf(server)),
      );
    }
  }

  #unitOf(server: RemoteServer): RunnerUnit {
    const id = serverId.of(server.name);
    const { enabled } = server.settings;
    const { tools } = server.known;
    const hash = sha256(tools.map((tool) => tool.hash).join('\n'));
    const files = declared(server);
    const etag = `"${sha256(writeJson(files))}"`;
    return {
      ...{ id, source: 'mcp', group: server.name, hash },
      tools: enabled ? tools.map((tool) => remoteTool(server, tool, this.#engine)) : [],
      folder: { id, etag, files },
      facts: {
        ...{ format: 'mcp', category: 'mcp', problems: problemsOf(server) },
        modifiedAt: server.known.facts.declaredAt ?? 0,
      },
    };
  }
}

/** Returns the declarations as a file that can be read but not saved, as a folder for the page. */
function declared({ name, known: { tools } }: RemoteServer): Folder {
  if (tools.length === 0) return {};
  const list = tools.map(({ callName, title, description, parameters, kind }) => ({
    ...{ name: callName, ...(title === undefined ? {} : { title }), description, kind, parameters },
  }));
  return { [`${name}.json`]: `${writeJson(list, 2)}\n` };
}

function problemsOf({ name, state }: RemoteServer): Problem[] {
  if (state.is !== 'failed') return [];
  const { code, message, values } = state.fault;
  return [fileProblem('warning', `mcp-${code}`, name, message, values)];
}
