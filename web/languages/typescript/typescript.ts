import type { Declare } from '../../../shared/tool/declared.ts';
import type { PageLanguage } from '../language.ts';

/** Only the runner can load a module, and each time it starts a process: a pause in typing comes first. */
const PAUSE_MS = 400;

const readModule: Declare = async ({ folder }) => {
  const { say } = await import('../../../shared/returns/said.ts');
  const { modulesApi } = await import('../../api/modules-api.ts');
  await new Promise((settle) => setTimeout(settle, PAUSE_MS));
  if (!folder) return { unavailable: say('said-no-folder') };
  const answer = await modulesApi.declare(folder);
  if (answer.kind === 'ok') return answer.value;
  return {
    unavailable: answer.kind === 'refused' ? answer.error.message : say('said-runner-away'),
  };
};

export const typescript: PageLanguage = {
  id: 'typescript',
  guide: async () => (await import('./guide.ts')).typescriptGuide,
  readModule,
  editors: { js: 'javascript', mjs: 'javascript', cjs: 'javascript', mts: 'typescript' },
};
