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
  title: 'Connect a program',
  about:
    'Programs that support MCP, the Model Context Protocol, can use every tool that is on. Add one of the two entries below to the configuration of the program.',
  'http.title': 'Connect to this runner',
  'http.about':
    'Your tools and the built-in ones, while this runner is running. All calls are in the history.',
  'http.token':
    'This page never sees the token. Choose one of at least 32 characters and set it as LATHE_TOKEN for both the runner and the program. If the program cannot read variables, enter the token itself.',
  'http.once':
    'Without the variable, every start creates a new token, which "npx lathe serve --json" prints as it starts',
  'http.copy': 'Copy the configuration for this runner',
  'stdio.title': 'Let the program start Lathe',
  'stdio.about':
    'The same tools, even while this runner is stopped. Calls that need approval are denied, because nobody can be asked.',
  'stdio.copy': 'Copy the configuration that starts Lathe',
  'stdio.waiting': 'The runner has not reported its location yet',
} satisfies Record<string, Message>;

const zh: Record<keyof typeof en, Message> = {
  title: '接入其他程序',
  about:
    '支持 MCP（模型上下文协议）的程序可以使用所有已启用的工具。请把下面两段中的一段加入该程序的配置。',
  'http.title': '连接到此运行器',
  'http.about': '你的工具和内置工具，在此运行器运行期间可用。所有调用都记入历史。',
  'http.token':
    '本页面看不到令牌。请自定一个至少 32 个字符的令牌，并为运行器和该程序设置环境变量 LATHE_TOKEN。如果程序不能读取变量，请直接填写令牌。',
  'http.once':
    '未设置该变量时，每次启动都会生成新的令牌；用“npx lathe serve --json”启动时会打印出来',
  'http.copy': '复制连接运行器的配置',
  'stdio.title': '由程序启动 Lathe',
  'stdio.about':
    '同样的工具，此运行器不运行时也可使用。由于无法询问任何人，需要审批的调用会被拒绝。',
  'stdio.copy': '复制启动 Lathe 的配置',
  'stdio.waiting': '运行器还没有报告它的位置',
};

/** A text about connecting a program in the reader's language. */
export const te = textsOf({ en, zh });
