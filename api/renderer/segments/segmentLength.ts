import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { codecOf, type VideoCodec } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { fpsOf, outputRate } from '../../../engine/timeline/frameRate.ts';
import type { Probe } from '../media/probe.ts';
import { usualSegment } from '../plan/segmentRanges.ts';

/** Pixels of a segment: 20 s of 1080p at 30 fps. */
const mostPixels = 1.25e9;
/** Minimum length in seconds: below it, starting ffmpeg takes a noticeable share. */
const leastSeconds = 1;
/** Encoding time of other codecs relative to H.264. */
const costs: Partial<Record<VideoCodec, number>> = { hevc: 2, av1: 2.5, vp9: 4 };

/**
 * Returns the approximate length of a video's segments, in seconds. Others wait for at most one segment, so larger
 * frames make it shorter.
 * @param probes see compileRender.
 */
export function segmentLengthOf(project: Project, probes: ReadonlyMap<string, Probe>): number {
  const { width, height } = canvasSize(project);
  const { output } = project;
  const cost = (output.type === 'video' && costs[codecOf(output)]) || 1;
  const seconds = mostPixels / (width * height * fpsOf(outputRate(project, probes)) * cost);
  return Math.max(leastSeconds, Math.min(usualSegment, seconds));
}
