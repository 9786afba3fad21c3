import { proxy, subscribe } from 'valtio/vanilla';
import { storeChoice, storedChoice } from '../../client/page/storedChoice.ts';
import { announceChange } from './announceChange.ts';

const KEY = 'cutroom-timeline';

/** How the timeline works. Stored in this browser. */
export const timelineModes = proxy({
  /** Whether what follows moves when a layer is trimmed or deleted on the timeline. */
  isRippling: false,
  /** Whether times are shown in frames of the output, instead of hundredths of a second. */
  showsFrames: false,
  ...stored(),
});

subscribe(timelineModes, () => storeChoice(KEY, JSON.stringify(timelineModes)));

function stored(): { isRippling?: boolean; showsFrames?: boolean } {
  try {
    const { isRippling, showsFrames } = JSON.parse(storedChoice(KEY) ?? '{}');
    return { isRippling: isRippling === true, showsFrames: showsFrames === true };
  } catch {
    return {};
  }
}

/** Turns ripple on or off and announces it. */
export function toggleRipple(): void {
  timelineModes.isRippling = !timelineModes.isRippling;
  announceChange(timelineModes.isRippling ? 'Ripple on' : 'Ripple off');
}

/** Switches between frames and hundredths of a second. */
export function toggleFrames(): void {
  timelineModes.showsFrames = !timelineModes.showsFrames;
}
