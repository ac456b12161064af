interface Here {
  /** The address of this runner, such as `http://127.0.0.1:4173`. */
  origin: string;
  /** The folders of Lathe itself and of the workspace, absolute; unknown until the runner has said them. */
  home?: string | undefined;
  workspace?: string | undefined;
}

const asText = (server: object): string =>
  JSON.stringify({ mcpServers: { lathe: server } }, null, 2);

/** What an MCP client's configuration says of this Lathe, in the form that most clients read. */
export const clientConfiguration = ({ origin, home, workspace }: Here) => ({
  /** The token is the reader's to give: the page does not know it. */
  http: asText({
    type: 'http',
    url: `${origin}/mcp`,
    headers: { Authorization: 'Bearer ${LATHE_TOKEN}' },
  }),
  stdio:
    home === undefined || workspace === undefined
      ? undefined
      : asText({
          command: 'node',
          args: [`${home}/runner/scripts/lathe.mjs`, 'mcp', '--workspace', workspace],
        }),
});
