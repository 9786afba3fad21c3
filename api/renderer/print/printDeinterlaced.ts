import { verticalFlip } from '../../../engine/effects/flip.ts';
import type { Size } from '../../../engine/layout/box.ts';
import type { Probe } from '../media/probe.ts';
import { uprightSize } from '../plan/videoPart.ts';

/** What rotates pictures by degrees clockwise. */
const rotating: Readonly<Record<number, readonly string[]>> = {
  90: ['transpose=clock'],
  180: ['hflip', ...verticalFlip],
  270: ['transpose=cclock'],
};

/**
 * Filters that make whole pictures of those that are woven of two moments, line by line: one of each, at its time, so that
 * frames are counted as before. They look at the frames before and after, so none may have been taken out or repeated yet.
 * What is not marked as such a picture is passed on as it is. Pictures come rotated, and are so only for that as they are coded:
 * elsewhere their lines are columns.
 * @param upright size of the pictures; one that changes it on the way would end the filter. @param rotation see Probe.
 */
export function printDeinterlaced(upright: Size, rotation = 0): string[] {
  const { width, height } = rotation % 180 === 0 ? upright : { width: upright.height, height: upright.width };
  const whole = [`scale=${width}:${height}`, 'bwdif=mode=send_frame:parity=auto:deint=interlaced'];
  return [...(rotating[360 - rotation] ?? []), ...whole, ...(rotating[rotation] ?? [])];
}

/** The same for a file; none where its pictures are whole. */
export function printWhole(probe: Pick<Probe, 'interlaced' | 'codedWidth' | 'codedHeight' | 'rotation'>): string[] {
  return probe.interlaced ? printDeinterlaced(uprightSize(probe), probe.rotation) : [];
}
