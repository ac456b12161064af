import type { PageLanguage } from '../language.ts';

/** Its file is JSON, and its conversations are held by the runner. */
export const agent: PageLanguage = { id: 'agent', label: { zh: '智能体' } };
