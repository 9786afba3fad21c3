import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { outputEnding } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { outputRate, perSecond } from '../../../engine/timeline/frameRate.ts';
import type { Probe } from '../media/probe.ts';
import { usualSegment } from '../plan/segmentRanges.ts';

/** Pixels of a segment: as many as 20 s of 1080p have at 30 frames a second. */
const mostPixels = 1.25e9;
/** Below this, starting a run takes a noticeable part of its time, seconds. */
const leastSeconds = 1;
/** VP9 takes about so many times as long as H.264. */
const vp9Cost = 4;

/**
 * About how long the segments of a video are, seconds: others wait for one segment at most, so one of large frames is shorter.
 * @param probes see compileRender.
 */
export function segmentLengthOf(project: Project, probes: ReadonlyMap<string, Probe>): number {
  const { width, height } = canvasSize(project);
  const cost = outputEnding(project.output) === 'webm' ? vp9Cost : 1;
  const seconds = mostPixels / (width * height * perSecond(outputRate(project, probes)) * cost);
  return Math.max(leastSeconds, Math.min(usualSegment, seconds));
}
