import type { CommonProblem } from '../../../shared/tool/problem/problem-codes.ts';
import type { ProblemWording } from '../../languages/language.ts';

/** Chinese wordings of what is wrong with a module, by code. */
export const moduleProblems = {
  syntax: { message: '从这里起无法解析：{text}' },
  'module-stale': { message: '显示的是“{file}”上一次正确状态的工具' },
  'module-unread': { message: '“{file}”还没有读取；读取后就会显示其中的工具' },
  'module-unreadable': { message: '无法从“{file}”读出工具：{why}' },
  'missing-script': { message: '“{file}”旁边没有对应的脚本；请把脚本放在一起' },
  'broken-cache': { message: '“{file}”无法使用，会根据“{script}”重新生成' },
  'same-group': { message: '这个脚本与另一个同名，算作同一个组；请重命名其中一个' },
  'second-script': {
    message: '没有读取“{file}”，因为这个文件夹以另一个脚本为准；请为它单独建文件夹',
  },
  'host-missing': { message: '“{language}”在这里无法运行，因此不会告诉模型这些工具：{reason}' },
  'cache-unwritten': { message: '无法写入“{file}”：{reason}' },
  'sync-ignored': { message: '没有加载“{path}”，因为“{file}”排除了它' },
  'sync-caches': {
    message: '.syncignore 没有排除“{pattern}”，即 Lathe 自动生成的缓存',
    fix: '加入“{pattern}”',
  },
  'unknown-policy': { message: '“{attribute}”的值“{value}”不是策略；改正之前按最严格的处理' },
  'no-docstring': { message: '“{name}”没有说明，模型不知道它有什么用' },
  'no-tool-description': {
    message: '“{name}”没有描述，模型无法判断何时调用它；请加入“description”',
  },
  'no-tools': { message: '顶层没有公开的函数，因此没有工具' },
  'name-twice': { message: '“{name}”又定义了一次；以后面的为准' },
  'documented-not-a-parameter': { message: '“{function}”的说明里提到“{name}”，但它不是参数' },
  'unknown-type': { message: '不认识“{name}”的类型“{type}”' },
  'no-type': { message: '“{name}”没有写类型，任何值都可以' },
  'default-not-literal': { message: '“{name}”的默认值“{default}”运行时才能算出，因此无法展示' },
  'module-import': { message: '模块的导入无法满足：{message}' },
  'module-threw': { message: '模块加载失败：{message}' },
  'module-no-factory': {
    message:
      '模块必须默认导出一个函数；请写成“export default (pi) => ({ name, description, parameters, execute })”',
  },
  'module-no-tool': { message: '工厂函数没有给出工具；请返回一个，或用 pi.registerTool 注册' },
  'module-no-rights': { message: '模块没有这项权限：{message}' },
  'module-tool-unready': { message: '工具“{name}”无法初始化：{reason}；其余工具不受影响' },
  'tool-off': {
    message: '“{name}”已停用，因为作者写了 enabled: false；在设置里启用之前，不会告诉任何模型',
  },
  'module-warning': { message: '{message}' },
  'declarative-tool': { message: '声明式工具文件（.md、.json）不能作为可执行模块加载' },
  'external-script': { message: '脚本不是 TypeScript 模块；请作为脚本模块导入工作区' },
  'name-taken': { message: '工具名“{name}”已被占用' },
  'nothing-there': { message: '“{path}”处没有文件或文件夹' },
  'no-module': { message: '这不是 TypeScript 或 JavaScript 模块' },
  'needs-environment': { message: '脚本需要环境变量“{name}”，但沙箱里没有' },
  'unreadable-module': { message: '无法读取“{path}”：{reason}' },
} satisfies Partial<Record<CommonProblem, ProblemWording>>;
