import type { ServerFaultKey } from '../../../shared/protocol/mcp/faults.ts';
import { serverFaults } from '../../../shared/protocol/mcp/faults.ts';
import type { ServerFault } from '../../../shared/protocol/mcp/state.ts';
import { i18n } from '../../i18n/i18n.svelte.ts';
import { fillWording } from '../../i18n/lazy-texts.svelte.ts';

export const serverFaultTexts: Record<ServerFaultKey, string> = {
  'no-box': '这里缺少 Bubblewrap，无法把服务器限制在授予的范围内：请安装它，然后重新启动服务器',
  'no-engine': '这里无法启动只能访问一个地址的进程：“{why}”',
  'no-net': '无法允许“{address}”：本机服务器只能访问主机名和本机（127.0.0.1），请填写它的主机名',
  'not-started': '“{command}”没有启动（“{why}”）：请检查命令和它可以读取的文件夹',
  exited: '它自行结束，退出码为 {exitCode}：请查看它打印的内容',
  'exited:signal': '它被外部终止：请查看它打印的内容',
  'silent:start': '它在 {seconds} 秒内没有响应：请检查它是否使用 MCP',
  silent: '它在 {seconds} 秒内没有回答',
  'not-json': '它打印了 {lines} 行不是 JSON 的内容：请检查它是否在输出上使用 MCP',
  'not-json:deep': '它的一条消息嵌套超过 {limit} 层，因此已被终止：请检查它是否使用 MCP',
  'too-large': '它的一条消息超过 {limit} MB，因此已被终止',
  flood: '它发送了 {messages} 条消息，快得来不及读取，因此已被终止',
  'excess:memory': '它的各个进程合计占用超过 {limit} MB 内存，因此已被终止',
  'excess:processes': '它同时运行了超过 {limit} 个进程，因此已被终止',
  'unreachable:refused': '{address} 没有响应：请启动服务器，或检查地址',
  'unreachable:name': '找不到 {address} 中的主机名：请检查主机名和网络',
  'unreachable:tls': '{address} 的连接不可信（“{why}”）：请检查它的证书',
  'unreachable:lost': '无法连接 {address}（“{why}”）：请检查网络后重试',
  'unreachable:redirect': '{address} 把请求转到另一个地址，而请求不能去那里：请填写真正的地址',
  status: '{address} 返回状态 {status}，这不是 MCP 的应答：请检查地址',
  'sign-in': '{address} 要求登录或提供令牌（状态 {status}）',
  'sign-in:away': '登录需要 Lathe 的页面：请用 "npm start" 启动，然后在页面中登录',
  'sign-in:insecure':
    '{address} 既不是 https 也不是本机，因此不会向它发送任何机密：请询问服务器的运营者',
  'sign-in:no-pkce':
    '{address} 没有说明它会保护登录（PKCE，S256），因此 Lathe 不会在那里登录：请询问服务器的运营者',
  'sign-in:other-issuer':
    '客户端是在 {known} 注册的，而服务器现在使用 {address}，因此不会向那里发送密钥：请填写在那里注册的客户端 ID 和密钥',
  'sign-in:restarted': '登录尚未完成，Lathe 就已重新启动：请重新登录',
  'sign-in:unrevoked':
    '你已在这里退出登录，但 {address} 未能撤销令牌（“{why}”）。令牌在到期前可能仍然有效，请到该网站撤销。',
  'sign-in:unrevoked-status':
    '你已在这里退出登录，但 {address} 未能撤销令牌（状态码 {status}）。令牌在到期前可能仍然有效，请到该网站撤销。',
  'sign-in:unrevoked-nowhere':
    '你已在这里退出登录，但 {address} 没有提供撤销令牌的途径。令牌在到期前可能仍然有效，请到该网站撤销。',
  'sign-in:unrevoked-not-allowed':
    '你已在这里退出登录，但 {address} 撤销令牌的地址没有得到你的允许。令牌在到期前可能仍然有效，请到该网站撤销。',
  'sign-in:denied': '登录被拒绝（“{why}”）：请重新登录',
  'sign-in:late': '{minutes} 分钟内没有完成登录：请重新登录',
  'sign-in:ended': '登录已失效（“{why}”）：请重新登录',
  'sign-in:broken': '登录没有成功：“{why}”',
  'no-secret': '“{name}”的值未知：请输入它，或设置环境变量后重新启动 Lathe',
  'no-secret:elsewhere': '“{name}”的值是为另一个地址或命令输入的，因此不会发送到这里：请重新输入',
  'no-secret:unsendable': '“{name}”的值无法发送：请重新输入，不要换行，只用请求头允许的字符',
  protocol: '它使用的 MCP 与 Lathe 不同：“{why}”',
  broken: 'Lathe 与服务器通信时出错：“{why}”',
  'broken:ended': '连接已结束：请重新调用',
  'broken:off': '服务器已停用：请在服务器的设置中启用它',
};

/** Why a server gives nothing, in the reader's language; in English where it is not worded. */
export function faultText({ code, values, message }: ServerFault): string {
  if (i18n.locale === 'en') return message;
  const key = values.reason === undefined ? code : `${code}:${values.reason}`;
  const known = Object.keys(serverFaults).find((one): one is ServerFaultKey => one === key);
  return fillWording(known && serverFaultTexts[known], values) ?? message;
}
