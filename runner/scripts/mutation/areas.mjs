/**
 * What is mutated together; the tests whose rows must notice, which run in a moment; and the doors that what is
 * left then has to get past, opened in the process of their rows.
 */
export const areas = {
  guard: {
    mutate: ['runner/server/guard/*.ts', 'runner/server/app.ts'],
    tests: ['runner/server/guard/*.test.ts', 'runner/server/app.test.ts'],
    doors: ['runner/server/conformance/guard.test.ts'],
  },
  // Whom the routes answer: widened by access.mjs, since a mutant would be no access at all.
  access: { mutate: [], tests: [], doors: ['runner/server/conformance/guard.test.ts'] },
  approval: {
    mutate: [
      'shared/registry/approval/{approve,policies,judgement}.ts',
      'runner/calls/{approvals,questions}.ts',
      'runner/calls/judging/judge-shell.ts',
    ],
    tests: [
      'shared/registry/approval/*.test.ts',
      'shared/registry/call/{invoke,invoke-tool,judged}.test.ts',
      'runner/calls/{approvals,questions}.test.ts',
      'runner/calls/judging/judge-shell.test.ts',
    ],
  },
  calls: {
    mutate: ['runner/calls/{runs,run-steps}.ts'],
    tests: ['runner/calls/{runs,run-steps}.test.ts'],
  },
  pipeline: {
    mutate: [
      'shared/registry/tool.ts',
      'shared/registry/authored/{authored-plan,authored-tool}.ts',
      'shared/registry/call/{invoke,start-program,check-call,thrown-result,model-call}.ts',
    ],
    tests: [
      'shared/registry/tool.test.ts',
      'shared/registry/authored/{authored-plan,authored-tool}.test.ts',
      'shared/registry/call/*.test.ts',
      'shared/registry/define/{create-tool,shapes}.test.ts',
    ],
  },
  registry: {
    mutate: [
      'shared/registry/{registry,registry-view}.ts',
      'shared/registry/authored/declarers.ts',
      'shared/registry/define/*.ts',
    ],
    tests: [
      'shared/registry/registry.test.ts',
      'shared/registry/authored/{authored-tool,declarers}.test.ts',
      'shared/registry/call/invoke-tool.test.ts',
      'shared/registry/define/*.test.ts',
    ],
  },
  returns: { mutate: ['shared/returns/*.ts'], tests: ['shared/returns/*.test.ts'] },
  grep: {
    mutate: ['runner/sources/builtin/tools/grep.ts'],
    tests: ['runner/sources/builtin/tools/{search,search-limits}.test.ts'],
  },
  // Where the paths of callers lead, and whether a person is asked for them.
  paths: {
    mutate: ['runner/sources/builtin/paths/*.ts'],
    tests: ['runner/sources/builtin/paths/*.test.ts'],
  },
  // The built-in tools that change something, then those that only read.
  shell: {
    mutate: ['runner/sources/builtin/tools/{bash,bash-result}.ts'],
    tests: ['runner/sources/builtin/tools/{bash,bash-result}.test.ts'],
  },
  files: {
    mutate: ['runner/sources/builtin/tools/{edit,write,folder-of}.ts'],
    tests: ['runner/sources/builtin/tools/{edit,write}.test.ts'],
  },
  tools: {
    mutate: ['runner/sources/builtin/tools/{read,glob,skill}.ts'],
    tests: ['runner/sources/builtin/tools/{read,search,search-limits,skill}.test.ts'],
  },
};
