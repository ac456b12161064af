import type { CommonProblem } from '../../../shared/tool/problem/problem-codes.ts';
import type { ProblemCode, ProblemCodes } from '../../../shared/tool/problem/problem-codes.ts';
import { languageTexts } from '../../languages/texts.ts';
import type { ProblemWording } from '../../languages/language.ts';
import { serverFaultTexts } from '../../panes/servers/fault-text.ts';
import type { Locale } from '../message.ts';
import { importProblems } from './import-problems.ts';
import { moduleProblems } from './module-problems.ts';

/** What stands beside a name in a placeholder, whichever of its parts it is. */
const notAlone: ProblemWording = {
  message: '“{text}”不只是参数名；请写 {{name}}，其余在 Python 里完成',
  fix: '改为 {{name}}',
};

const commonProblems: Omit<Record<CommonProblem, ProblemWording>, keyof typeof moduleProblems> = {
  'not-utf8': { message: '“{file}”不是 UTF-8 编码；请另存为 UTF-8' },
  'no-declaration': {
    message: '“{file}”没有声明函数；请加入一个或一列函数，写明“name”、“description”和 Schema',
  },
  'unreadable-folder': { message: '无法读取“{folder}”：{why}' },
  'too-many-files': { message: '这个文件夹的文件超过 {most} 个；其余的没有读取' },
  'file-passed-over': { message: '没有读取“{file}”：它太大、不是普通文件，或名称不能用' },
  'link-refused': { message: '“{file}”是链接，没有跟随' },
  'flat-file': {
    message: '“{id}”是“tools”里的单个文件，“{path}”无法随它保存；请把它移到自己的文件夹',
  },
  'no-tool': {
    message:
      '“{folder}”里没有工具；工具文件夹要有 definition.json，以及 execution.py 或 execution.sh',
  },
  'missing-file': { message: '缺少“{file}”；没有它就无法加载工具' },
  'broken-json': { message: '“{file}”的 JSON 无效：{reason}' },
  'file-too-large': {
    message: '文件“{file}”有 {size} MB；Lathe 最多读取 {most} MB，请缩小它，或把数据移到子文件夹',
  },
  'json-too-large': {
    message: '“{file}”里的值超过 {most} 个；Lathe 最多读取 {most} 个，请缩短其中的列表，例如“enum”',
  },
  'reading-too-slow': {
    message: '读取“{folder}”超过 {seconds} 秒，已停止；请让“{file}”更短或更简单',
  },
  'being-read': { message: '正在读取“{folder}”，随后会显示其中的工具' },
  'definition-not-object': { message: '“{file}”里不是对象；请以 { 开头，以 } 结尾' },
  'layer-not-object': { message: '“{file}”里不是对象，已忽略' },
  'ignored-field': { message: '“{field}”的值不符合要求，已忽略' },
  'unclear-policies': { message: '“policies”无法读懂；改正之前每次调用都需要审批' },
  'duplicate-key': { message: '“{name}”出现了两次；以这一个为准，请删除另一个' },
  'unknown-language': { message: '没有语言能读取“{file}”' },
  'two-executions': { message: '多出了“{file}”；请只保留要运行的那一个' },
  'no-return': {
    message: '没有 {file}；建议新建，并设置“truncate”，让输出保持简短',
    fix: '新建 {file}',
  },
  'no-truncate': { message: '没有“truncate”；建议加上，例如 2000，让输出保持简短' },
  'bad-truncate': { message: '{reason}；已忽略' },
  'bad-return-template': { message: '{reason}；模板已忽略' },
  'bad-sample': { message: '这个样例无法读取，已忽略' },
  'no-id': { message: '没有“id”；以文件夹名“{folderName}”代替', fix: '把 id 设为“{folderName}”' },
  'bad-id': { message: '“{id}”不能作 id：以字母开头，其后是字母、数字、“_”或“-”' },
  'id-not-snake': {
    message: 'id“{id}”请写成“{snake}”：小写字母加下划线',
    fix: '把 id 设为“{snake}”',
  },
  'id-unlike-folder': {
    message: 'id“{id}”与文件夹“{folderName}”不同；请用同一个名称',
    fix: '把 id 设为“{folderName}”',
  },
  'no-description': { message: '没有“description”；模型据此决定是否调用这个工具' },
  'short-description': { message: '描述太短；请写明输入、输出和限制' },
  'bad-timeout': { message: '“timeout”不是正的秒数，已忽略' },
  'timeout-too-long': {
    message: '“timeout”以秒为单位。{timeout} 秒太长；运行器最多允许 {most} 秒',
  },
  'unknown-icon': { message: '没有图标“{icon}”；请从列表中选择' },
  'no-parameters': { message: '没有“parameters”；这个工具不接受参数' },
  'root-not-object': {
    message: '“parameters”的根必须是 "object"，否则模型无法构造参数',
    fix: '把类型设为 "object"',
  },
  'schema-too-deep': { message: 'Schema 嵌套过深，无法检查；请简化' },
  'properties-not-object': { message: '“properties”必须是由名称和 Schema 组成的对象' },
  'property-not-schema': { message: '“{name}”必须是一个 Schema，即花括号中的对象' },
  'no-parameter-description': { message: '“{name}”没有描述；请说明模型应填什么' },
  'enum-recommended': { message: '“{name}”似乎只有少数取值；请用“enum”列出' },
  'empty-enum': { message: '“{name}”的“enum”是空的，没有值能符合' },
  'default-does-not-fit': { message: '“{name}”的默认值不符合它自己的 Schema：{reason}' },
  'bad-reference': { message: '“$ref”指向“{ref}”，而“parameters”里没有它；也从不联网获取' },
  'required-outside': {
    message: '“required”写在“parameters”旁边；它应在里面',
    fix: '移到“parameters”里',
  },
  'required-unknown': {
    message: '“{name}”是必填，却不是属性；请加入“properties”或去掉',
    fix: '去掉“{name}”',
  },
  'placeholder-access': notAlone,
  'placeholder-conversion': notAlone,
  'placeholder-format': notAlone,
  'positional-placeholder': {
    message: '“{text}”没有参数名；Python 自己的花括号要双写',
    fix: '把花括号写成两个',
  },
  'unknown-placeholder': {
    message: '未知占位符“{text}”；把“{name}”加入 parameters，或双写花括号留给 Python',
  },
  'unescaped-brace': {
    message: '“{text}”里的花括号没有转义；Python 自己的花括号要双写',
    fix: '把花括号写成两个',
  },
  'lone-brace': { message: '孤立的“{text}”；要一个花括号请双写', fix: '双写花括号' },
  'placeholder-in-f-string': {
    message:
      '模板会在 Python 读到这个 f-string 之前填入 {{name}}；若想用变量“{name}”，请双写花括号',
    fix: '把 {{name}} 留给 f-string',
  },
  'unquoted-string': { message: '“{name}”的文本会变成代码；请给 {{name}} 加引号', fix: '加引号' },
  'breakable-string': {
    message:
      '“{name}”里的引号、换行或反斜杠会破坏这个字符串，甚至作为代码运行；去掉 definition.json 中的 "template": "raw" 即可安全填入',
  },
  'unused-parameter': { message: '参数“{name}”没有用到；在需要它的地方写 {{name}}' },
  'optional-in-raw': { message: 'str.format 不认识默认值：不传“{name}”的调用会失败；请设为必填' },
};

/** Those of the servers of other programs are worded where they are shown, some by their reason too. */
const serverProblems = Object.fromEntries(
  Object.entries(serverFaultTexts).map(([key, message]) => [`mcp-${key}`, { message }]),
) as Record<ProblemCodes['mcp'], ProblemWording>;

type OfLanguages = ProblemCodes[keyof typeof languageTexts];

/** A code of a part that nobody words here does not compile. */
const chinese: Record<Exclude<ProblemCode, OfLanguages>, ProblemWording> = {
  ...commonProblems,
  ...moduleProblems,
  ...importProblems,
  ...serverProblems,
};

/**
 * Wordings of problems by code, over their values; English is worded where a problem is found.
 * `{{name}}` writes a value in braces.
 */
export const problemTexts: Partial<Record<Locale, Readonly<Record<string, ProblemWording>>>> = {
  zh: {
    ...Object.assign({}, ...Object.values(languageTexts).map(({ problems }) => problems)),
    ...chinese,
  },
};
