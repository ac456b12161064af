/**
 * Problem codes. Higher floors add their own next to the code that finds them: `declare module
 * '…/tool/problem/problem-codes.ts' { interface ProblemCodes { bash: 'bash-nul' } }`. A language adds its codes under
 * its id, and `web/languages` words them.
 */
export interface ProblemCodes {
  common: CommonProblem;
}

/** Every problem code. If the page lacks a text for one, it does not compile. */
export type ProblemCode = ProblemCodes[keyof ProblemCodes];

/** The problems of no particular language. */
export type CommonProblem = DefinitionProblem | FolderProblem | ModuleProblem | TemplateProblem;

type DefinitionProblem =
  | 'no-id'
  | 'bad-id'
  | 'id-not-snake'
  | 'id-unlike-folder'
  | 'no-description'
  | 'short-description'
  | 'bad-timeout'
  | 'timeout-too-long'
  | 'unknown-icon'
  | 'no-parameters'
  | 'root-not-object'
  | 'schema-too-deep'
  | 'properties-not-object'
  | 'property-not-schema'
  | 'no-parameter-description'
  | 'enum-recommended'
  | 'empty-enum'
  | 'default-does-not-fit'
  | 'bad-reference'
  | 'required-outside'
  | 'required-unknown';

type FolderProblem =
  | 'no-tool'
  | 'no-declaration'
  | 'missing-file'
  | 'not-utf8'
  | 'broken-json'
  | 'file-too-large'
  | 'json-too-large'
  | 'too-many-files'
  | 'file-passed-over'
  | 'link-refused'
  | 'flat-file'
  | 'reading-too-slow'
  | 'unreadable-folder'
  | 'being-read'
  | 'definition-not-object'
  | 'layer-not-object'
  | 'ignored-field'
  | 'unclear-policies'
  | 'duplicate-key'
  | 'unknown-language'
  | 'two-executions'
  | 'no-return'
  | 'no-truncate'
  | 'bad-truncate'
  | 'bad-return-template'
  | 'bad-sample'
  | 'host-missing';

type ModuleProblem =
  | 'syntax'
  | 'module-stale'
  | 'module-unread'
  | 'module-unreadable'
  | 'module-import'
  | 'module-threw'
  | 'module-no-factory'
  | 'module-no-tool'
  | 'module-no-rights'
  | 'module-tool-unready'
  | 'module-warning'
  | 'missing-script'
  | 'second-script'
  | 'broken-cache'
  | 'cache-unwritten'
  | 'same-group'
  | 'sync-ignored'
  | 'sync-caches'
  | 'tool-off'
  | 'name-twice'
  | 'name-taken'
  | 'no-tools'
  | 'no-tool-description'
  | 'no-docstring'
  | 'documented-not-a-parameter'
  | 'unknown-policy'
  | 'unknown-type'
  | 'no-type'
  | 'default-not-literal'
  | 'needs-environment'
  | 'no-module'
  | 'nothing-there'
  | 'unreadable-module'
  | 'declarative-tool'
  | 'external-script';

type TemplateProblem =
  | 'placeholder-access'
  | 'placeholder-conversion'
  | 'placeholder-format'
  | 'positional-placeholder'
  | 'unknown-placeholder'
  | 'unescaped-brace'
  | 'lone-brace'
  | 'placeholder-in-f-string'
  | 'unquoted-string'
  | 'breakable-string'
  | 'unused-parameter'
  | 'optional-in-raw';
