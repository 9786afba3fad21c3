import { proxy, subscribe } from 'valtio/vanilla';
import type { PlaceMode } from '../../../engine/edit/makeWay.ts';
import { storeChoice, storedChoice } from '../../client/page/storedChoice.ts';
import { announceChange } from './announceChange.ts';

const KEY = 'cutroom-timeline';

/** How the timeline works. Stored in this browser. */
export const timelineModes = proxy({
  /** Whether what follows moves when a layer is trimmed or deleted on the timeline. */
  isRippling: false,
  /** How others make way for a clip that is dropped onto them; null: they stay. */
  dropMode: null as PlaceMode | null,
  /** Whether times are shown in frames of the output, instead of hundredths of a second. */
  showsFrames: false,
  ...stored(),
});

subscribe(timelineModes, () => storeChoice(KEY, JSON.stringify(timelineModes)));

function stored(): { isRippling?: boolean; dropMode?: PlaceMode | null; showsFrames?: boolean } {
  try {
    const { isRippling, dropMode, showsFrames } = JSON.parse(storedChoice(KEY) ?? '{}');
    return {
      isRippling: isRippling === true,
      dropMode: dropMode === 'insert' || dropMode === 'overwrite' ? dropMode : null,
      showsFrames: showsFrames === true,
    };
  } catch {
    return {};
  }
}

/** Turns ripple on or off and announces it. */
export function toggleRipple(): void {
  timelineModes.isRippling = !timelineModes.isRippling;
  announceChange(timelineModes.isRippling ? 'Ripple on' : 'Ripple off');
}

const dropModeTexts: Readonly<Record<PlaceMode, { on: string; off: string }>> = {
  insert: { on: 'Insert mode on', off: 'Insert mode off' },
  overwrite: { on: 'Overwrite mode on', off: 'Overwrite mode off' },
};

/** Turns a mode of dropping on or off and announces it. */
export function toggleDropMode(mode: PlaceMode): void {
  timelineModes.dropMode = timelineModes.dropMode === mode ? null : mode;
  announceChange(dropModeTexts[mode][timelineModes.dropMode ? 'on' : 'off']);
}

/** Returns how others make way for a dropped clip: with Alt it is inserted, with Shift it overwrites, else by the mode. */
export function dropModeOf({ altKey, shiftKey }: Pick<PointerEvent, 'altKey' | 'shiftKey'>): PlaceMode | undefined {
  return altKey ? 'insert' : shiftKey ? 'overwrite' : (timelineModes.dropMode ?? undefined);
}

/** Switches between frames and hundredths of a second. */
export function toggleFrames(): void {
  timelineModes.showsFrames = !timelineModes.showsFrames;
}
