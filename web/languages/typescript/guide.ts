import type { Guide } from '../language.ts';

/** How a TypeScript module is written. Source: the interfaces of custom tools and of extensions. */
export const typescriptGuide: Guide = [
  {
    title: { en: 'A factory gives the tools', zh: '工厂函数给出工具' },
    text: {
      en: [
        'The module exports one function with `export default`. It is called once with `pi` and returns a tool, a list of tools, or a promise of either.',
        'The tools are known only when the module is loaded, which happens in a sandbox without rights.',
      ],
      zh: [
        '模块用 `export default` 导出一个函数。它以 `pi` 为参数调用一次，返回一个工具、一组工具，或给出它们的 Promise。',
        '只有加载模块才知道有哪些工具；加载在没有权限的沙箱里进行。',
      ],
    },
    code: `import type { CustomToolFactory } from 'lathe';

const factory: CustomToolFactory = (pi) => ({
  name: 'greet',
  label: 'Greet',
  description: 'Greets somebody by name',
  parameters: pi.typebox.Type.Object({
    name: pi.typebox.Type.String({ description: 'Who is greeted' }),
  }),
  async execute(toolCallId, params, onUpdate, ctx, signal) {
    return { content: [{ type: 'text', text: \`Hello \${params.name}\` }] };
  },
});

export default factory;`,
  },
  {
    title: { en: 'Parameters are a schema', zh: '参数是一个模式' },
    text: {
      en: [
        '`parameters` is made with `pi.typebox.Type`. The same schema types `params`, checks the arguments and is what a model sees.',
        'Give every field a `description`: a model knows no more of it than that.',
      ],
      zh: [
        '`parameters` 用 `pi.typebox.Type` 编写。同一个模式既给 `params` 定类型，又检查参数，也是模型看到的内容。',
        '为每个字段写上 `description`：模型对它的了解仅限于此。',
      ],
    },
  },
  {
    title: { en: 'The order of arguments', zh: '参数的顺序' },
    text: {
      en: [
        'A tool that is returned gets `(toolCallId, params, onUpdate, ctx, signal)`.',
        'One that is registered with `pi.registerTool` gets `(toolCallId, params, signal, onUpdate, ctx)`. This is the commonest mistake.',
      ],
      zh: [
        '返回的工具收到 `(toolCallId, params, onUpdate, ctx, signal)`。',
        '用 `pi.registerTool` 注册的工具收到 `(toolCallId, params, signal, onUpdate, ctx)`。这是最常见的错误。',
      ],
    },
  },
  {
    title: { en: 'The result', zh: '结果' },
    text: {
      en: [
        '`content` is a list of texts and images, which is what the model gets. `details` is for your own display and never reaches it.',
        'An exception is a failed call. `onUpdate` shows partial results while the call runs; it may be absent, so call it as `onUpdate?.(…)`.',
      ],
      zh: [
        '`content` 是文本与图片的列表，即模型得到的内容。`details` 只供自己展示，不会交给模型。',
        '抛出异常就是调用失败。`onUpdate` 在运行中展示部分结果；它可能不存在，请写成 `onUpdate?.(…)`。',
      ],
    },
    code: `onUpdate?.({ content: [{ type: 'text', text: 'Half of it' }] });
return {
  content: [{ type: 'text', text: '3 files' }],
  details: { files: ['a', 'b', 'c'] },
};`,
  },
  {
    title: { en: 'What is in reach', zh: '能用到什么' },
    text: {
      en: [
        'The files of its own folder. `pi.exec` runs a program after it was judged and, where need be, asked for; it throws nothing when the program fails, so look at `code`.',
        'The module keeps what it remembers until its sandbox sleeps. Heed `signal`: it says that the call was cancelled.',
      ],
      zh: [
        '自己文件夹里的文件。`pi.exec` 运行程序，运行前会先判断，必要时询问；程序失败时它不会抛出异常，请检查 `code`。',
        '沙箱休眠之前，模块会保留它记住的内容。请留意 `signal`：它表示调用已被取消。',
      ],
    },
  },
];
