import type { Guide } from '../language.ts';

/** How a PowerShell module is written. Source: seed 000, and what the reader of modules does. */
export const powershellGuide: Guide = [
  {
    title: { en: 'Functions are tools', zh: '函数就是工具' },
    text: {
      en: [
        'Every function at the top level of the script is a tool. Names that begin with `_`, `Internal-` or `Format-` are not.',
        'Parameters stand in a `param()` block in the body, or in brackets after the name.',
      ],
      zh: [
        '脚本顶层的每个函数都是一个工具。以 `_`、`Internal-` 或 `Format-` 开头的除外。',
        '参数写在函数体内的 `param()` 块中，或写在函数名后的括号里。',
      ],
    },
    code: `function Get-Area {
    <#
    .SYNOPSIS
        Compute the area of a rectangle.
    .PARAMETER Width
        In metres.
    #>
    param(
        [Parameter(Mandatory = $true)]
        [double]$Width,
        [double]$Height = 1.0
    )
    $Width * $Height
}`,
  },
  {
    title: { en: 'Help is what the model reads', zh: '模型读到的是帮助注释' },
    text: {
      en: [
        '`.SYNOPSIS` and `.DESCRIPTION` describe the tool, `.PARAMETER Name` each parameter. The help block stands just before the function or inside it.',
        'One keyword that PowerShell does not know voids the whole block. A help block at the head of the file is the rule prompt; keep a line between it and the first function.',
      ],
      zh: [
        '`.SYNOPSIS` 与 `.DESCRIPTION` 描述工具，`.PARAMETER 名称` 描述各个参数。帮助块紧挨在函数之前，或写在函数内。',
        '只要有一个 PowerShell 不认识的关键字，整个帮助块就会作废。文件开头的帮助块是规则提示；请在它和第一个函数之间留一行内容。',
      ],
    },
  },
  {
    title: { en: 'Types', zh: '类型' },
    text: {
      en: [
        '`[int]`, `[long]`, `[double]`, `[bool]`, `[switch]`, `[string[]]` and `[hashtable]` become their JSON types; anything else is a string. `[ValidateSet(...)]` lists the choices.',
        '`Mandatory` makes a parameter required. A default is shown to the model where it is a plain value.',
      ],
      zh: [
        '`[int]`、`[long]`、`[double]`、`[bool]`、`[switch]`、`[string[]]` 和 `[hashtable]` 会变成对应的 JSON 类型，其余都是字符串。`[ValidateSet(...)]` 列出可选值。',
        '`Mandatory` 表示必填。默认值若是普通的值，会展示给模型。',
      ],
    },
    code: `[ValidateSet('KB', 'MB')]
[string]$Unit = 'MB',
[switch]$Whole`,
  },
  {
    title: { en: 'Answers', zh: '返回值' },
    text: {
      en: [
        'What the function writes to its pipeline is the answer, as JSON. `Write-Host` is shown beside it.',
        'A function `Format-` and the name of the tool words the answer for the model.',
      ],
      zh: [
        '函数写入管道的内容就是返回值，以 JSON 表示。`Write-Host` 的输出显示在旁边。',
        '名为 `Format-` 加工具名的函数，负责把返回值写成给模型看的文字。',
      ],
    },
    code: `function Format-Get-Area {
    param($Result, $Arguments)
    "$Result square metres"
}`,
  },
  {
    title: { en: 'Policies', zh: '策略' },
    text: {
      en: [
        'One comment line sets them for the whole script. `executionPolicy` is `auto`, `ask-once` or `ask-always`, `resultApprovalPolicy` is `never`, `on-error` or `always`.',
        'A script has the permissions of its host, so one that says nothing asks once. It needs PowerShell on this machine to run; to be read it needs none.',
      ],
      zh: [
        '一行注释即可为整个脚本设定。`executionPolicy` 可为 `auto`、`ask-once` 或 `ask-always`，`resultApprovalPolicy` 可为 `never`、`on-error` 或 `always`。',
        '脚本拥有宿主的权限，所以没有声明时会询问一次。运行需要本机装有 PowerShell，读取则不需要。',
      ],
    },
    code: '# TOOL_CONFIG: {"executionPolicy": "ask-always"}',
  },
];
