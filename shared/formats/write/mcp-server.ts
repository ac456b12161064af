import { writeJson } from '../../tool/exact-number.ts';
import { mcp } from '../../schema/providers/mcp.ts';
import { JsonObject } from '../../tool/json.ts';
import type { Writer } from '../../tool/format.ts';
import type { AuthoredTool, Toolset } from '../../tool/toolset.ts';
import { carriedTools } from './carried-tools.ts';
import { codeText, importText } from './code-text.ts';
import { formatLoss, lacking } from './format-loss.ts';

const SDK = { '@modelcontextprotocol/server': '2.4.0' };

/** A folder that is an MCP server for Node, over stdio. Source: the official SDK, `registerTool`. */
export const mcpServer: Writer = {
  id: 'mcp-server',
  hasCode: true,
  label: 'MCP server',
  write(toolset) {
    const { tools, files, losses, carried, needs, packages } = carriedTools(toolset);
    if (tools.length === 0) return { files: {}, losses };
    const { name } = toolset.group;
    const registered = tools.map((tool) => {
      const { declaration, losses: said } = mcp.declare(tool.definition);
      losses.push(...said);
      losses.push(...lacking(tool, ['icon', 'category']));
      if (tool.returns?.template !== undefined)
        losses.push(formatLoss(tool.definition.name, '/return/template', 'format-one-text'));
      return registration(tool, declaration);
    });
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
      'server.mjs': server(toolset, registered),
    };
    return { files: { ...written, ...files }, losses, carried };
  },
};

function registration({ definition }: AuthoredTool, declaration: JsonObject): string {
  const { name, inputSchema, outputSchema, ...rest } = declaration;
  const about = codeText(rest, '  ').slice(2, -4);
  const shown = (schema: unknown) => `shown(${codeText(JsonObject.parse(schema), '    ')})`;
  const output = outputSchema ? `\n    outputSchema: ${shown(outputSchema)},` : '';
  return `server.registerTool(
  ${codeText(String(name))},
  {
${about},
    inputSchema: ${shown(inputSchema)},${output}
  },
  (args, { mcpReq }) => call(${codeText(definition.name)}, args, mcpReq),
);
`;
}

const server = ({ group }: Toolset, registered: string[]) => `#!/usr/bin/env node
// The tools lie in tools/, what runs them in lathe/. Scripts run where this server was started.
${importText('{ McpServer }', '@modelcontextprotocol/server')}
${importText('{ StdioServerTransport }', '@modelcontextprotocol/server/stdio')}
${importText('{ exactStdio, openTools }', './lathe/lathe.mjs')}

const tools = await openTools(new URL('./tools/', import.meta.url));
const server = new McpServer(
  { name: ${codeText(group.name)}, version: '1.0.0' },
  ${group.rulePrompt === undefined ? '{}' : `{ instructions: ${codeText(group.rulePrompt)} }`},
);

// What the client is shown; a call is checked where the tool runs, which says better what is wrong.
const shown = (schema) => ({
  '~standard': {
    version: 1,
    vendor: 'lathe',
    validate: (value) => ({ value }),
    jsonSchema: { input: () => schema, output: () => schema },
  },
});

// What a tool asks while it runs is put to the client's person, where the client can.
function call(name, args, { signal, id, elicitInput }) {
  const asks = server.server.getClientCapabilities()?.elicitation;
  const elicit = async ({ params }, stop) => {
    const options = { signal: stop, relatedRequestId: id, timeout: 3_600_000 };
    return elicitInput(params, options).catch(() => undefined);
  };
  return tools.answer(name, args, signal, asks ? elicit : undefined);
}

${registered.join('\n')}
const leave = () => tools.close().finally(() => process.exit());
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, leave);
process.stdin.once('close', leave);
const { stdin, stdout } = exactStdio();
await server.connect(new StdioServerTransport(stdin, stdout));
`;

const readme = (name: string, id: string, needs: string[]) => `# ${name}

An MCP server with the tools of "${name}", made by Lathe. It needs ${['Node 20.6 or later', ...needs].join(', ')}, and runs with your rights: only give it to models whose calls you would make yourself.
Run \`npm install\` here once, then tell your client where the server lies:

\`\`\`json
${writeJson({ mcpServers: { [id]: { command: 'node', args: ['/absolute/path/to/server.mjs'] } } }, 2)}
\`\`\`
`;
