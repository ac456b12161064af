import type { PageLanguage } from '../language.ts';

export const bash: PageLanguage = {
  id: 'bash',
  guide: async () => (await import('./guide.ts')).bashGuide,
  judge: {
    open: () => new Worker(new URL('./judge-worker.ts', import.meta.url), { type: 'module' }),
    example: 'git log --oneline | head -5',
  },
};
