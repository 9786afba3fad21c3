import { proxy, subscribe } from 'valtio/vanilla';
import { storeChoice, storedChoice } from '../../client/page/storedChoice.ts';

const KEY = 'cutroom-docks';

/** Range of the docked timeline's height, in CSS pixels; the window limits it further. */
export const timelineHeights = { min: 120, max: 900 };

/** A tab of the panel at the left. */
export type LeftTab = 'scenes' | 'media';

/** A tab of the properties of layers. */
export type InspectorTab = 'layout' | 'captions' | 'text' | 'look' | 'animation' | 'audio' | 'time';

/**
 * The tab of properties that was chosen last; undefined: none was. A layer without it shows its first tab, a text its
 * style.
 */
export const inspectorView = proxy({ tab: undefined as InspectorTab | undefined });

/** The panels around the canvas on wide screens. Stored in this browser. */
export const docks = proxy({
  isTimelineOpen: true,
  /** The tab of the panel at the left. */
  left: 'scenes' as LeftTab,
  /** Height of the docked timeline in CSS pixels; undefined: a share of the window. */
  timelineHeight: undefined as number | undefined,
  ...stored(),
});

subscribe(docks, () => storeChoice(KEY, JSON.stringify(docks)));

function stored(): { isTimelineOpen?: boolean; left?: LeftTab; timelineHeight?: number } {
  try {
    const { isTimelineOpen, left, timelineHeight } = JSON.parse(storedChoice(KEY) ?? '{}');
    return {
      isTimelineOpen: isTimelineOpen !== false,
      left: left === 'media' ? left : 'scenes',
      ...(Number.isFinite(timelineHeight) && { timelineHeight }),
    };
  } catch {
    return {};
  }
}
