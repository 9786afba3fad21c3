import { proxy, subscribe } from 'valtio/vanilla';
import { storeChoice, storedChoice } from '../../client/page/storedChoice.ts';

const KEY = 'cutroom-docks';

/** Range of the docked timeline's height, in CSS pixels; the window limits it further. */
export const timelineHeights = { min: 120, max: 900 };

/** The panels around the canvas on wide screens. Stored in this browser. */
export const docks = proxy({
  isTimelineOpen: true,
  /** Height of the docked timeline in CSS pixels; undefined: a share of the window. */
  timelineHeight: undefined as number | undefined,
  ...stored(),
});

subscribe(docks, () => storeChoice(KEY, JSON.stringify(docks)));

function stored(): { isTimelineOpen?: boolean; timelineHeight?: number } {
  try {
    const { isTimelineOpen, timelineHeight } = JSON.parse(storedChoice(KEY) ?? '{}');
    return {
      isTimelineOpen: isTimelineOpen !== false,
      ...(Number.isFinite(timelineHeight) && { timelineHeight }),
    };
  } catch {
    return {};
  }
}
