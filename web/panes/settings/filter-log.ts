import type { RegistryLog } from '../../../shared/protocol/tools.ts';
import { shownName } from '../../../shared/protocol/ids/shown-name.ts';
import { tl } from './log-texts.ts';

export type LoggedEvent = RegistryLog['events'][number];

/** The events in which every word of the query stands, as they are shown: event, tool, source, unit. */
export const filterLog = (events: readonly LoggedEvent[], query: string): LoggedEvent[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return events.filter(({ type, tool, source, unit }) => {
    const text = [tl(type), tool, tl(source), unit, shownName(unit)].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
};
