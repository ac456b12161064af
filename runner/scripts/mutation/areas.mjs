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
  approval: {
    mutate: [
      'shared/registry/{approve,policies,judgement}.ts',
      'runner/calls/{approvals,questions}.ts',
      'runner/calls/judging/judge-shell.ts',
    ],
    tests: [
      'shared/registry/{approve,approve-result,judgement,policies,invoke,invoke-tool,judged}.test.ts',
      'runner/calls/{approvals,questions}.test.ts',
      'runner/calls/judging/judge-shell.test.ts',
    ],
  },
  calls: {
    mutate: ['runner/calls/{runs,run-steps}.ts'],
    tests: ['runner/calls/{runs,run-steps}.test.ts'],
  },
  registry: {
    mutate: ['shared/registry/*.ts', '!shared/registry/{approve,policies,judgement}.ts'],
    tests: ['shared/registry/*.test.ts'],
  },
  returns: { mutate: ['shared/returns/*.ts'], tests: ['shared/returns/*.test.ts'] },
  grep: {
    mutate: ['runner/sources/builtin/tools/{grep,glob}.ts'],
    tests: ['runner/sources/builtin/tools/{search,search-limits}.test.ts'],
  },
  tools: {
    mutate: ['runner/sources/builtin/tools/*.ts', '!runner/sources/builtin/tools/{grep,glob}.ts'],
    tests: [
      'runner/sources/builtin/tools/{bash,edit,read,write}.test.ts',
      'runner/sources/builtin/builtins.test.ts',
    ],
  },
};
