import type { Guide } from '../language.ts';

/** How a bash module is written. Source: what argc says of its comment tags. */
export const bashGuide: Guide = [
  {
    title: { en: 'Commands are tools', zh: '命令就是工具' },
    text: {
      en: [
        'A function below a `# @cmd` line is a tool. A script without one is a single tool that bears the name of its file, and `# @describe` says what it does.',
        'The line with `eval` at the end lets argc start the script elsewhere; Lathe needs no argc.',
      ],
      zh: [
        '`# @cmd` 行下面的函数是一个工具。没有这种行的脚本整体是一个工具，以文件名命名，用 `# @describe` 说明用途。',
        '末尾的 `eval` 行供 argc 在别处启动脚本；Lathe 不需要 argc。',
      ],
    },
    code: `# @describe Work on the lines of a text.

# @cmd Count the lines that hold a word.
# @option --text! The text
# @option --word! The word
# @flag --ignore-case Whether case counts
count() {
  printf '%s\\n' "$argc_text" | grep -cF -- "$argc_word"
}

eval "$(argc --argc-eval "$0" "$@")"`,
  },
  {
    title: { en: 'Options are parameters', zh: '选项就是参数' },
    text: {
      en: [
        '`--name!` is required, `--name*` a list, `--name+` a list that holds at least one. `--name=3` has a default, `--name[a|b]` choices, and `--name[=a|b]` both.',
        '`<INT>` and `<NUM>` after the name make a number. `@flag` is true or false, `@arg` a value that is named by its place.',
      ],
      zh: [
        '`--name!` 必填，`--name*` 是列表，`--name+` 是至少一项的列表。`--name=3` 有默认值，`--name[a|b]` 是可选值，`--name[=a|b]` 两者都有。',
        '名称后写 `<INT>` 或 `<NUM>` 表示数字。`@flag` 是真或假，`@arg` 是按位置给出的值。',
      ],
    },
    code: `# @option --count <INT> How often
# @option --words+ The words
# @option --by[=comma|space] What stands between them`,
  },
  {
    title: { en: 'Values are variables', zh: '值是变量' },
    text: {
      en: [
        'Each parameter is `argc_` and its name, hyphens as underscores; a list is an array. Write `"$argc_text"` in quotes, and it stays one piece whatever it holds.',
        'An option that was not given is not set: `${argc_by:-comma}`.',
      ],
      zh: [
        '每个参数是 `argc_` 加参数名，连字符变成下划线；列表是数组。请写成带引号的 `"$argc_text"`，无论内容是什么都保持完整。',
        '没有传入的选项不会被设置：`${argc_by:-comma}`。',
      ],
    },
    code: `for word in "\${argc_words[@]}"; do
  printf '%s\\n' "$word"
done`,
  },
  {
    title: { en: 'Answers', zh: '返回值' },
    text: {
      en: [
        'What is written to standard output is the answer; what is appended to the file `$LLM_OUTPUT` takes its place.',
        'An exit status other than 0 is a failed call.',
      ],
      zh: [
        '写到标准输出的内容就是返回值；若追加到文件 `$LLM_OUTPUT`，则以它为准。',
        '退出码不为 0 表示调用失败。',
      ],
    },
    code: 'echo "done" >>"$LLM_OUTPUT"',
  },
  {
    title: { en: 'Policies', zh: '策略' },
    text: {
      en: [
        'A script runs programs of this machine, so its commands are judged before every call: one that only reads may run, one that writes asks, and some are refused.',
        'The policies view of the editor sets more for a tool or for the whole script.',
      ],
      zh: [
        '脚本会运行本机的程序，所以每次调用前都会判断其中的命令：只读的可以运行，写入的会询问，有些会被拒绝。',
        '在编辑器的“策略”视图里，可以为某个工具或整个脚本另行设定。',
      ],
    },
  },
];
