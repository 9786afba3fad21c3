import type { Size } from '../../../engine/layout/box.ts';
import type { Probe } from '../media/probe.ts';

/**
 * Filters that make whole pictures of those that are woven of two moments, line by line: one of each, at its time, so that
 * frames are counted as before. They look at the frames before and after, so none may have been taken out or repeated yet.
 * What is not marked as such a picture is passed on as it is.
 * @param coded size of the pictures; one that changes it on the way would end the filter.
 */
export function printDeinterlaced({ width, height }: Size): string[] {
  return [`scale=${width}:${height}`, 'bwdif=mode=send_frame:parity=auto:deint=interlaced'];
}

/** The same for a file; none where its pictures are whole. */
export function printWhole(probe: Pick<Probe, 'interlaced' | 'codedWidth' | 'codedHeight'>): string[] {
  return probe.interlaced ? printDeinterlaced({ width: probe.codedWidth, height: probe.codedHeight }) : [];
}
