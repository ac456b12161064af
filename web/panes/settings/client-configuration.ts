import { textsOf } from '../../i18n/lazy-texts.svelte.ts';
import type { Message } from '../../i18n/message.ts';

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

/** The texts about programs that use the tools over MCP. */
const en = {
  title: 'Connect a program to these tools',
  about:
    'Programs that speak MCP, the Model Context Protocol, can use every tool that is on. Put one of these into the configuration of such a program.',
  'http.title': 'Connected to this runner',
  'http.about':
    'Your tools and the built-in ones, while this runner is up. A call that needs approval asks in this page; every call is in the history.',
  'http.token':
    'This page does not know the token. Start the runner with the environment variable LATHE_TOKEN, 32 characters or more of your own, and start the program with the same. A program that does not read variables wants the token itself in its place.',
  'http.once':
    'Without the variable each start has a token of its own, which "npx lathe serve --json" prints.',
  'http.copy': 'Copy the configuration for this runner',
  'stdio.title': 'Started by the program',
  'stdio.about':
    'The tools of this workspace, without the built-in ones; this runner need not be up. Nobody can be asked, so a call that needs approval is refused.',
  'stdio.copy': 'Copy the configuration that starts Lathe',
  'stdio.waiting': 'The runner has not said where it lies',
} satisfies Record<string, Message>;

const zh: Record<keyof typeof en, Message> = {
  title: '让其他程序接入这些工具',
  about:
    '支持 MCP（模型上下文协议）的程序可以使用所有已启用的工具。请把下面其中一段放进该程序的配置。',
  'http.title': '连接到这个运行器',
  'http.about':
    '您的工具和内置工具，在运行器开着时可用。需要询问的会在本页面询问，每次调用都记入历史。',
  'http.token':
    '本页面不知道令牌。请在启动运行器时设置环境变量 LATHE_TOKEN（自定，至少 32 个字符），并用同样的变量启动该程序。不读取变量的程序，请在该处直接写令牌。',
  'http.once': '没有设置变量时，每次启动都有新的令牌，由“npx lathe serve --json”打印。',
  'http.copy': '复制连接运行器的配置',
  'stdio.title': '由该程序启动',
  'stdio.about':
    '本工作区的工具，不含内置工具；运行器不必开着。无法询问任何人，需要询问的会被拒绝。',
  'stdio.copy': '复制启动 Lathe 的配置',
  'stdio.waiting': '运行器还没有说明它的位置',
};

/** A text about connecting a program in the reader's language. */
export const te = textsOf({ en, zh });
