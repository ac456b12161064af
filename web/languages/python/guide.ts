import type { Guide } from '../language.ts';

/** How a Python module is written. Source: seed 000, and what the reader of modules does. */
export const pythonGuide: Guide = [
  {
    title: { en: 'Functions are tools', zh: '函数就是工具' },
    text: {
      en: [
        'Every function at the top level of the file is a tool, `async` ones too. A name that begins with `_` is private.',
        'Imports, classes, lambdas and functions inside functions are no tools. The file is read, never run, to find them.',
      ],
      zh: [
        '文件顶层的每个函数都是一个工具，`async` 函数也算。以 `_` 开头的名称是私有的。',
        '导入的名称、类、lambda 和嵌套函数都不是工具。查找工具时只读取文件，不会运行它。',
      ],
    },
    code: `def area(width: float, height: float = 1) -> float:
    """Compute the area of a rectangle.

    Args:
        width (float): In metres.
        height (float): In metres.
    """
    return width * height`,
  },
  {
    title: { en: 'The docstring is what the model reads', zh: '模型读到的是文档字符串' },
    text: {
      en: [
        'Its first paragraphs describe the tool, and `Args:` describes each parameter. NumPy, reST and Epydoc styles are read as well.',
        "The module's own docstring is the rule prompt: what holds for all of its tools.",
      ],
      zh: [
        '开头的段落描述工具，`Args:` 描述各个参数。也能识别 NumPy、reST 和 Epydoc 风格。',
        '模块自己的文档字符串是规则提示，对其中所有工具生效。',
      ],
    },
  },
  {
    title: { en: 'Annotations are the schema', zh: '类型注解就是结构' },
    text: {
      en: [
        '`str`, `int`, `float`, `bool`, `list[...]`, `dict[...]` and `Literal[...]` become their JSON types. An `Enum`, `TypedDict` or dataclass of the same file becomes a nested schema.',
        'A parameter with a default is optional, and the default is shown to the model. `Annotated[int, "text"]` describes in place.',
      ],
      zh: [
        '`str`、`int`、`float`、`bool`、`list[...]`、`dict[...]` 和 `Literal[...]` 会变成对应的 JSON 类型。同一文件里的 `Enum`、`TypedDict` 或 dataclass 会变成嵌套结构。',
        '有默认值的参数是可选的，默认值会展示给模型。`Annotated[int, "文字"]` 可就地说明。',
      ],
    },
    code: `def paint(
    color: Literal["red", "blue"],
    layers: int = 1,
    notes: list[str] | None = None,
) -> dict: ...`,
  },
  {
    title: { en: 'Answers', zh: '返回值' },
    text: {
      en: [
        'Return anything that JSON can hold. `print` is shown beside the result and never spoils it; an exception is a failed call with its traceback.',
        'With `format` the model reads a text of your own; the person still sees the plain result.',
      ],
      zh: [
        '返回任何 JSON 能表示的值。`print` 的输出显示在结果旁，不会弄坏结果；异常会成为带追踪信息的失败调用。',
        '设置 `format` 后，模型读到你自己的文字；使用者看到的仍是原始结果。',
      ],
    },
    code: 'area.format = lambda result, args: f"{result} square metres"',
  },
  {
    title: { en: 'Policies', zh: '策略' },
    text: {
      en: [
        '`executionPolicy` is `auto`, `ask-once` or `ask-always`: whether a person is asked before a call. `resultApprovalPolicy` is `never`, `on-error` or `always`: whether a person sees the result before the model does.',
        'A module that says nothing runs at once, because it is sealed.',
      ],
      zh: [
        '`executionPolicy` 可为 `auto`、`ask-once` 或 `ask-always`：调用前是否询问使用者。`resultApprovalPolicy` 可为 `never`、`on-error` 或 `always`：结果交给模型前是否先由使用者过目。',
        '没有声明的模块会直接运行，因为它处在封闭环境中。',
      ],
    },
    code: 'area.executionPolicy = "ask-always"\narea.resultApprovalPolicy = "on-error"',
  },
  {
    title: { en: 'What is in reach', zh: '能用到什么' },
    text: {
      en: [
        'The standard library, and packages in pure Python whose wheels lie in the folder `wheels` of the workspace. No files of this machine, no network, no other programs.',
        'Every call meets a fresh interpreter: nothing stays from one call to the next.',
      ],
      zh: [
        '标准库，以及纯 Python 的包，它们的 wheel 文件放在工作区的 `wheels` 文件夹里。接触不到本机文件、网络和其他程序。',
        '每次调用都是全新的解释器，前后两次调用之间不保留任何东西。',
      ],
    },
  },
];
