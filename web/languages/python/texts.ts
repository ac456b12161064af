import type { LanguageTexts } from '../language.ts';

export const texts: LanguageTexts<'python'> = {
  problems: {
    'placeholder-position': {
      message: '占位符 {{name}} 不是完整的值；请放在能写一个值的地方，或放进字符串',
    },
    'template-syntax': { message: '从这里开始的引号或括号没有配对；请补上或去掉' },
    'eval-of-argument': { message: '{call} 会把“{name}”的内容当作代码运行；请改为与允许的值比较' },
    'destructive-call': { message: '{call} 会删除文件；请确认没有参数决定删哪个' },
    'positional-only': { message: '“{name}”只能按位置传入，调用时会按位置给出' },
    variadic: { message: '“{name}”可接收任意多个参数，模型无法逐个命名' },
    'type-disagrees': {
      message: '“{name}”的注解是“{annotation}”，说明里却是“{docstring}”；以注解为准',
    },
    'default-not-json': { message: '“{name}”的默认值“{default}”无法写成 JSON，因此不展示' },
    toolkit: { message: '工具是“{name}”的方法；旁边的函数是它的辅助函数' },
    'compiled-package': {
      message:
        '“{name}”含有或依赖编译代码，隔离的 Python 无法加载，调用会在这个导入处失败；dataclass、TypedDict 和 Enum 不需要它也能给出 Schema',
    },
    'foreign-package': {
      message:
        '“{name}”不属于 Python 标准库；调用时从工作区 wheels 文件夹里“{package}”的 wheel 包加载',
    },
  },
  reasons: {},
};
