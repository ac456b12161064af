import type { ModelFaultKey } from '../../../shared/protocol/model-faults.ts';
import type { Locale } from '../message.ts';

export interface ModelFaultTexts {
  /** By code, or by code and reason, over the values of the fault. */
  faults: Record<ModelFaultKey, string>;
  /** Before what the provider itself says. */
  says: string;
  /** The parts of a wait that a provider asks for. */
  minutes: string;
  seconds: string;
  /** The one provider that is no brand. */
  local: string;
}

/** Why a model gave no answer; English is worded where it arises. */
export const modelFaultTexts: Partial<Record<Locale, ModelFaultTexts>> = {
  zh: {
    says: '服务商返回：{detail}',
    minutes: '{minutes} 分钟',
    seconds: '{seconds} 秒',
    local: '本地服务',
    faults: {
      'no-key': '{provider} 需要密钥：请设置 {variable}，或在模型设置里输入',
      'bad-key': '{provider} 拒绝了密钥（状态 {status}）：请在模型设置里检查',
      'bad-key:characters': '{provider} 的密钥含有密钥不会有的字符：请重新复制，不要带空格和换行',
      'no-model': '{provider} 没有模型“{model}”：请在模型设置的列表里另选一个',
      'bad-address:no-url': '“{address}”不是地址：请填写类似 {example} 的地址',
      'bad-address:protocol': '“{address}”不是网址：请以 https:// 或 http:// 开头',
      'bad-address:credentials': '{provider} 的地址里带有用户名或密码：请把密钥填在密钥一栏',
      'bad-address:query': '“{address}”带有查询参数或片段：请去掉它们',
      'bad-address:host': '“{address}”没有指明唯一的主机：请填写一个名称，需要时加上端口',
      'bad-address:clear': '“{address}”会把密钥不加密地送到另一台机器：请以 https:// 开头',
      'bad-address:path':
        '{address} 上没有像 {provider} 那样应答的服务（状态 {status}）：请检查地址的路径',
      'bad-address:redirect':
        '{address} 把请求转到 {location}，而请求不允许到那里：请直接设置要用的地址',
      'unreachable:refused': '{address} 无人应答：请启动服务，或检查地址',
      'unreachable:name': '找不到 {address} 里的主机名：请检查它，也检查网络',
      'unreachable:tls': '{address} 没有可信的连接（{why}）：请检查它的证书，以及 https://',
      'unreachable:lost': '无法连接 {address}（{why}）：请检查网络，然后重试',
      'rate-limited': '对 {provider} 的请求过多（状态 429）：请稍后再试',
      'rate-limited:later': '{provider} 要求等待 {wait}（状态 429）',
      'rate-limited:quota': '{provider} 账户的额度已经用完（状态 429）：请查看它的套餐',
      overloaded: '{provider} 出错了（状态 {status}）：请稍后再试',
      'overloaded:told': '{provider} 在回答中途出错：请稍后再试',
      'too-long': '请求超过 {model} 能读的长度：请去掉一些消息或工具',
      'too-long:counted':
        '请求有 {tokens} 个 token，{model} 只能读 {limit} 个：请去掉一些消息或工具',
      'cut:length': '回答达到了模型一次能写的上限：请重试，或一次少要一些',
      cut: '{provider} 的回答中途断开：请重试',
      silent: '{seconds} 秒内没有收到 {provider} 的任何内容：请重试，或换一个模型',
      filtered: '{provider} 扣下了回答（{why}）：请换一种说法',
      'bad-answer': '无法读懂来自 {address} 的回答：请检查它是不是 {provider} 的地址',
      refused: '{provider} 拒绝了请求（状态 {status}）：请按它所说的修改',
      'refused:told': '{provider} 拒绝了请求：请按它所说的修改',
      'too-large': '回答超过 {limit} 个字符，已被终止：请一次少要一些',
      'no-recording': '没有能回答这个请求的录制“{model}”：请另选一个模型',
      'no-recording:over': '录制里有 {answers} 个回答，而这里要的是第 {wanted} 个：请另选一个模型',
      'no-host': '这里无法建立只能访问一个地址的进程：{why}',
      unkept: '对话无法写下来：{why}',
      broken: '对话进行时 Lathe 出错了：{why}',
    },
  },
};
