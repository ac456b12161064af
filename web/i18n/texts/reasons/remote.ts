import type { ServerFaultKey } from '../../../../shared/protocol/mcp/faults.ts';
import type { remoteReasons } from '../../../../shared/protocol/mcp/remote-reasons.ts';
import { serverFaultTexts } from '../../../panes/servers/fault-text.ts';

export const remoteTexts: Record<keyof typeof remoteReasons, string> = {
  'mcp-tool-added': '你上次查看之后，服务器新增了这个工具',
  'mcp-tool-removed': '服务器不再有这个工具',
  'mcp-description-changed': '描述原为“{from}”，现为“{to}”',
  'mcp-title-changed': '标题原为“{from}”，现为“{to}”',
  'mcp-parameter-added': '新增参数 {path}',
  'mcp-parameter-removed': '参数 {path} 已移除',
  'mcp-parameter-required': '参数 {path} 现在必填',
  'mcp-parameter-optional': '参数 {path} 现在选填',
  'mcp-type-changed': '{path} 的类型原为 {from}，现为 {to}',
  'mcp-type-narrowed': '{path} 的取值变窄：原为 {from}，现为 {to}',
  'mcp-type-widened': '{path} 的取值变宽：原为 {from}，现为 {to}',
  'mcp-parameter-described': '{path} 的说明原为“{from}”，现为“{to}”',
  'mcp-schema-changed': '参数的 Schema 已改变',
  'mcp-schema-changed-at': '参数的 Schema 已改变：{path}',
  'mcp-output-changed': '输出的 Schema 已改变',
  'mcp-annotations-changed': '服务器对其作用的提示原为 {from}，现为 {to}',
  'mcp-answer-missing': '服务器为这个工具声明了输出 Schema，却没有返回结构化结果',
  'mcp-answer-misfit': '结构化结果不符合服务器声明的输出 Schema：{why}',
};

/** Why a server gave nothing, where a call ended by it. */
export const serverTexts = Object.fromEntries(
  Object.entries(serverFaultTexts).map(([key, text]) => [`server-${key}`, text]),
) as Record<`server-${ServerFaultKey}`, string>;
