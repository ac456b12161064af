import type { Stopped, TurnEvent } from '../../../shared/protocol/conversations/conversations.ts';
import type { CliIo } from '../../platform/cli-io.ts';

const MOST_LINE = 200;

const line = (text: string): string => {
  const flat = text.trim().replaceAll(/\s*\n\s*/g, ' ');
  return flat.length <= MOST_LINE ? flat : `${flat.slice(0, MOST_LINE)}…`;
};

/**
 * Prints a turn as it happens: the model's text on stdout and everything else on stderr, so that only the answers
 * are piped on.
 */
export function turnPrinter({ out, err }: Pick<CliIo, 'out' | 'err'>): {
  hear(event: TurnEvent): void;
  end(stopped: Stopped): void;
} {
  let isMidLine = false;
  const besides = (text: string) => {
    if (isMidLine) void out('\n');
    isMidLine = false;
    err(`${text}\n`);
  };
  return {
    hear(event) {
      if (event.type === 'text') {
        void out(event.text);
        isMidLine = !event.text.endsWith('\n');
      }
      if (event.type === 'call') besides(`-> ${event.call.name} ${line(event.call.arguments)}`);
      if (event.type === 'retry')
        besides(
          `lathe: ${event.fault.message} Asking again in ${Math.ceil(event.afterMs / 1000)} s`,
        );
      if (event.type === 'node' && event.node.role === 'results' && !event.node.stopped)
        for (const { name, result } of event.node.results)
          besides(`<- ${name}${result.success ? '' : ' failed'}: ${line(result.displayContent)}`);
    },
    end({ stopReason, fault }) {
      if (isMidLine) void out('\n');
      isMidLine = false;
      if (fault) return err(`lathe: ${fault.message}\n`);
      if (stopReason !== 'done') err(`lathe: stopped (${stopReason})\n`);
    },
  };
}
