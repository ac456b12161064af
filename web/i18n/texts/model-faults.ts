import type { ModelFaultKey } from '../../../shared/protocol/model-faults.ts';
import type { Locale } from '../message.ts';

/** Why a model gave no answer, over the fault's values; English is worded where it arises. */
export const modelFaultTexts: Partial<Record<Locale, Record<ModelFaultKey | 'says', string>>> = {
  zh: {
    /** What the provider itself says stands behind the sentence. */
    says: '{sentence}。它说：{detail}',
    'no-key': '{provider} 需要密钥：请设置 {variable}，或在模型设置中填写',
    'bad-key': '{provider} 拒绝了密钥（状态 {status}）：请在模型设置中检查',
    'bad-key:characters': '{provider} 的密钥含有密钥不会有的字符：请重新复制，不要带空格和换行',
    'no-model': '{provider} 没有模型“{model}”：请在模型设置的列表中选择',
    'bad-address:no-url': '“{address}”不是地址：请填写例如 {example}',
    'bad-address:protocol': '“{address}”不是网址：请以 https:// 或 http:// 开头',
    'bad-address:credentials': '{provider} 的地址里含有用户名或密码：请把密钥填在密钥一栏',
    'bad-address:query': '“{address}”带有查询或片段：请去掉后再填',
    'bad-address:host': '“{address}”没有指明单个主机：请填写一个名称，需要时加端口',
    'bad-address:clear': '“{address}”会把密钥不加密地送到另一台机器：请以 https:// 开头',
    'bad-address:path': '{address} 处的应答不像 {provider}（状态 {status}）：请检查地址的路径',
    'bad-address:redirect':
      '{address} 把请求转往 {location}，而请求不得去往那里：请直接填写目标地址',
    'unreachable:refused': '{address} 没有应答：请启动服务器，或检查地址',
    'unreachable:name': '找不到 {address} 中的名称：请检查名称和网络',
    'unreachable:tls': '{address} 的证书不可信：请检查地址',
    'unreachable:lost': '无法连到 {address}：请检查网络后再问',
    'rate-limited': '{provider} 收到的请求过多（状态 429）：请过一会儿再问',
    'rate-limited:later': '{provider} 要求 {seconds} 秒后再问（状态 429）',
    'rate-limited:quota': '{provider} 的账户已没有余额（状态 429）：请查看套餐',
    overloaded: '{provider} 出错（状态 {status}）：请过一会儿再问',
    'overloaded:told': '{provider} 中途出错：请过一会儿再问',
    'too-long': '请求超过 {model} 能读取的长度：请去掉一些消息或工具',
    'too-long:counted':
      '请求有 {tokens} 个 token，而 {model} 最多读取 {limit} 个：请去掉一些消息或工具',
    'cut:length': '回答达到模型一次能写的上限：请再问一次，或一次少问一些',
    cut: '{provider} 的回答中途断了：请再问一次',
    silent: '{provider} 在 {seconds} 秒内没有任何应答：请再问一次，或换一个模型',
    filtered: '{provider} 扣下了回答（{why}）：请换一种说法',
    'bad-answer': '无法读懂 {address} 的回答：请检查它是否是 {provider} 的地址',
    refused: '{provider} 拒绝了请求（状态 {status}）：请按它说的修改',
    'refused:told': '{provider} 拒绝了请求：请按它说的修改',
    'too-large': '回答超过 {limit} 个字符而被截止：请一次少问一些',
    'no-recording': '没有能回答此处的录制“{model}”：请换一个模型',
    'no-recording:over': '录制中有 {answers} 个回答，而此处要的是第 {wanted} 个：请换一个模型',
    unkept: '对话无法写入磁盘：{why}',
    broken: '对话进行中 Lathe 出了错：{why}',
    'no-host': '这里没有只能访问一个地址的进程：{why}',
  },
};
