import type { Decision } from '../../../shared/protocol/runs.ts';

/** What a key that is pressed in the approval means; Enter never means yes. */
export function decisionKey(key: string): Pick<Decision, 'answer' | 'scope'> | undefined {
  switch (key.toLowerCase()) {
    case 'o':
      return { answer: 'allow', scope: 'once' };
    case 's':
      return { answer: 'allow', scope: 'session' };
    case 'a':
      return { answer: 'allow', scope: 'always' };
    case 'escape':
      return { answer: 'deny', scope: 'once' };
    default:
      return undefined;
  }
}
