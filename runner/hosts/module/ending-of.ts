import type { Ending } from '../../../shared/tool/ending.ts';
import { JsonObject } from '../../../shared/tool/json.ts';
import type { Content, Drawn, Outcome } from './outcome.ts';

type Streams = Pick<Ending, 'stdout' | 'stderr' | 'output' | 'truncated' | 'durationMs' | 'layers'>;

/** What the model reads of a piece: an image is named, since its bytes are no text. */
function textOf(piece: Content): string {
  if (piece.type === 'text') return piece.text;
  const bytes = Math.floor((piece.data.length * 3) / 4);
  return `[image ${piece.mimeType}, ${bytes} bytes]`;
}

const drawnText = ({ call, result }: Drawn): string | undefined =>
  result === undefined ? undefined : [call, result].filter((part) => part).join('\n');

/** A tool's outcome as an ending: its content goes to the model, what it drew to the person. */
export function endingOf(outcome: Outcome, streams: Streams): Ending {
  const { content, details, drawn, display, isError, isWarning, fault, facts } = outcome;
  const text = content.map(textOf).join('\n');
  const shown = (drawn && drawnText(drawn)) ?? display ?? text;
  const said = {
    ...(outcome.warnings ? { warnings: outcome.warnings } : {}),
    formatted: text,
    value: shown,
    facts: JsonObject.parse({
      ...facts,
      // It lives on, with whatever the call left in it.
      sandbox: 'kept',
      isError,
      ...(details === undefined ? {} : { details }),
      ...(isWarning ? { isWarning } : {}),
      ...(drawn ? { drawn } : {}),
      ...(content.some(({ type }) => type === 'image') ? { content } : {}),
    }),
  };
  if (!isError) return { kind: 'finished', exitCode: 0, ...streams, ...said };
  const told = fault ?? { class: 'Error', message: text };
  return { kind: 'failed', exitCode: 1, fault: told, ...streams, ...said };
}
