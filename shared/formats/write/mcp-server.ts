import { icons } from '../icons.ts';
import { writeJson } from '../../tool/exact-number.ts';
import { mcp } from '../../schema/providers/mcp.ts';
import type { Writer } from '../../tool/format.ts';
import type { Toolset } from '../../tool/toolset.ts';
import { carriedTools } from './carried-tools.ts';
import { codeText, importText } from './code-text.ts';
import { lacking } from './format-loss.ts';

const SDK = { '@modelcontextprotocol/server': '2.4.0' };

/** Writes a folder that is an MCP server for Node, over stdio. Source: the official SDK, `registerTool`. */
export const mcpServer: Writer = {
  id: 'mcp-server',
  hasCode: true,
  label: 'MCP server',
  write(toolset) {
    const { tools, files, losses, carried, needs, packages } = carriedTools(toolset, 'client');
    if (tools.length === 0) return { files: {}, losses };
    const { name } = toolset.group;
    const drawings = new Set<string>();
    for (const tool of tools) {
      losses.push(...mcp.declare(tool.definition).losses);
      const drawing = tool.definition.icon;
      const isDrawn = drawing !== undefined && icons.includes(drawing);
      if (isDrawn) drawings.add(drawing);
      losses.push(...lacking(tool, [...(isDrawn ? [] : ['icon' as const]), 'category']));
    }
    const id =
      name
        .toLowerCase()
        .replace(/[^a-z0-9._-]+/g, '-')
        .replace(/^[._-]+/, '') || 'tools';
    const manifest = {
      ...{ name: id, version: '1.0.0', private: true, type: 'module' },
      ...{ bin: './server.mjs', scripts: { start: 'node server.mjs' } },
      ...{ engines: { node: '>=20.6' }, dependencies: { ...SDK, ...packages } },
    };
    const written = {
      'package.json': `${writeJson(manifest, 2)}\n`,
      'README.md': readme(name, id, needs),
      'server.mjs': server(toolset),
    };
    return {
      files: { ...written, ...files },
      losses,
      carried: [...carried, 'serve.mjs', ...drawings],
    };
  },
};

const server = ({ group }: Toolset) => `#!/usr/bin/env node
// The tools are in tools/, the code that runs and serves them in lathe/. Scripts run where this server started.
${importText('{ exactStdio, openTools }', './lathe/lathe.mjs')}
${importText('{ serve }', './lathe/serve.mjs')}

const tools = await openTools(new URL('./tools/', import.meta.url));
const about = ${codeText({
  name: group.name,
  version: '1.0.0',
  ...(group.rulePrompt === undefined ? {} : { instructions: group.rulePrompt }),
})};
await serve(tools, about, exactStdio());
`;

const readme = (name: string, id: string, needs: string[]) => `# ${name}

An MCP server with the tools of "${name}", made by Lathe. It needs ${['Node 20.6 or later', ...needs].join(', ')}, and runs with your rights: only give it to models whose calls you would make yourself.
Run \`npm install\` here once, then tell your client where the server lies:

\`\`\`json
${writeJson({ mcpServers: { [id]: { command: 'node', args: ['/absolute/path/to/server.mjs'] } } }, 2)}
\`\`\`

A call that Lathe would ask you about, such as each shell command, is asked for in your client, if it can ask (elicitation). In a client that
cannot, such a call is denied. To approve all calls beforehand, add \`"--dangerously-approve"\` after \`server.mjs\` in \`args\`. Questions
that a tool asks while it runs go to your client, too.
The samples in \`samples.json\` are prompts. Scripts run where your client started the server.
`;
