import { QuestionAnswer } from '../../../shared/protocol/runs.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';

export const answerQuestion = route({
  method: 'POST',
  path: '/api/runs/:id/answer',
  access: 'page',
  summary: "Answers what a tool asks the person; a program's token cannot",
  body: QuestionAnswer.strict(),
  handle({ params, body, parts }) {
    return parts.runs.answer(params.id ?? '', body)
      ? new Response(null, { status: 204 })
      : refuse(404, 'no-such-question', 'That question was answered, has expired, or never was', {
          path: 'id',
        });
  },
});
