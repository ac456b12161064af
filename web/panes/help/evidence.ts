import type { ConversationNode } from '../../../shared/protocol/conversations/conversations.ts';
import type { HelpEvidence } from '../../../shared/protocol/conversations/help.ts';
import { writeJson } from '../../../shared/tool/exact-number.ts';
import type { App } from '../../state/app.svelte.ts';
import type { AnswerNode, ShownCall } from '../conversation/entries-of.ts';

/** As many messages before a call as say what it was about. */
const MOST_SAID = 6;

/** The run that is on the screen, where it is this folder's and has ended. */
export function evidenceOfRun({ run, outcome }: App, id: string): HelpEvidence | undefined {
  const { question, ending } = run;
  const result = outcome.result ?? run.result;
  if (!question || question.toolId !== id || !ending || !result) return undefined;
  const traceback = ending.kind === 'failed' ? ending.fault?.traceback : undefined;
  return {
    ...{ from: 'run', tool: question.tool, ending: ending.kind },
    arguments: writeJson(question.arguments, 2),
    llmContent: result.llmContent,
    ...(traceback === undefined ? {} : { traceback }),
  };
}

/** A call of a model, and what was said before it. What only the person gets of a result is not in it. */
export function evidenceOfCall(
  path: readonly ConversationNode[],
  answer: AnswerNode | undefined,
  { call, outcome }: ShownCall,
): HelpEvidence {
  const here = path.findIndex(({ id }) => id === answer?.id);
  const said = path.slice(0, here + 1).flatMap((node): NonNullable<HelpEvidence['said']> => {
    if (node.role === 'user') return [{ by: 'person', text: node.text }];
    if (node.role !== 'answer') return [];
    const texts = node.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    const text = texts.join('\n').trim();
    return text === '' ? [] : [{ by: 'model', text }];
  });
  return {
    ...{ from: 'conversation', tool: call.name, said: said.slice(-MOST_SAID) },
    arguments: outcome?.arguments ? writeJson(outcome.arguments, 2) : call.arguments,
    llmContent: outcome?.result.llmContent ?? '',
    ...(outcome?.ending === undefined ? {} : { ending: outcome.ending }),
  };
}
