import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import { verticalFlip } from '../../../engine/effects/flip.ts';
import type { Size } from '../../../engine/layout/box.ts';
import type { Probe } from '../media/probe.ts';
import { uprightSize } from '../plan/videoPart.ts';

/** Filters that rotate by degrees clockwise. */
const rotating: Readonly<Record<number, readonly string[]>> = {
  90: ['transpose=clock'],
  180: ['hflip', ...verticalFlip],
  270: ['transpose=cclock'],
};

/**
 * Filters that deinterlace and keep the frame rate. They read adjacent frames, so none may have been dropped or
 * repeated before.
 * Frames without the interlaced flag pass unchanged. Frames arrive rotated and are turned back to coded orientation for
 * the filter, because their lines would be columns otherwise.
 * @param upright size of the frames; a change of size would end the filter. @param rotation see Probe.
 */
export function printDeinterlaced(upright: Size, rotation = 0): string[] {
  const { width, height } = rotation % 180 === 0 ? upright : { width: upright.height, height: upright.width };
  const whole = [filter('scale', width, height), 'bwdif=mode=send_frame:parity=auto:deint=interlaced'];
  return [...(rotating[360 - rotation] ?? []), ...whole, ...(rotating[rotation] ?? [])];
}

/** Deinterlacing filters of a file; none if it is progressive. */
export function printWhole(probe: Pick<Probe, 'interlaced' | 'codedWidth' | 'codedHeight' | 'rotation'>): string[] {
  return probe.interlaced ? printDeinterlaced(uprightSize(probe), probe.rotation) : [];
}
