import type { PageLanguage } from '../language.ts';

export const powershell: PageLanguage = {
  id: 'powershell',
  guide: async () => (await import('./guide.ts')).powershellGuide,
  readModule: async (asked) => (await import('./read-module.ts')).readModule(asked),
  judge: {
    open: () => new Worker(new URL('./judge-worker.ts', import.meta.url), { type: 'module' }),
    example: 'Get-ChildItem -Recurse *.ts | Select-String export',
  },
};
