import type { VideoCodec } from '../../../engine/project/output.ts';
import { fpsOf } from '../../../engine/timeline/frameRate.ts';
import { LATENESS } from '../../../engine/timeline/mediaTime.ts';
import type { Probe } from '../media/probe.ts';
import type { Input, Output, Part, RenderPlan, ScenePlan, VideoPart } from '../plan/plan.ts';
import { plannedCodec } from '../plan/plannedCodec.ts';
import { firstFrameOf } from '../plan/runFrames.ts';
import { type NotCopyable, notCopyable } from './notCopyable.ts';

/** A span of a source that plays once, frame by frame at its original rate. */
export interface CopyableRun {
  /** First visible time in the source, and the time that no frame exceeds, in seconds. */
  start: number;
  latest: number;
  /** Index of its first frame in the video. */
  at: number;
  frames: number;
  /** See `latenessOf`. */
  lateness: number;
}

/** A video that shows one unchanged source. */
export interface Copyable {
  input: Input;
  runs: CopyableRun[];
  /** Whether its color tags equal those of our encoder, so that copied and encoded frames can be adjacent. */
  isTaggedAsOurs: boolean;
}

/** Containers that each codec can be copied from. */
const copied: Partial<Record<VideoCodec, readonly string[]>> = { h264: ['mov', 'matroska'], vp9: ['matroska'] };

/**
 * Returns the runs of a plan that shows only unchanged frames of one source, which may be copied.
 * @returns the runs in order, or the reason why not.
 */
export function copyableRuns(plan: RenderPlan, probes: ReadonlyMap<string, Probe>): Copyable | NotCopyable {
  const { output, scenes } = plan;
  if (output.quality === 'standard') return notCopyable('standard quality produces smaller files than their sources');
  if (output.alpha) return notCopyable('it has transparent pixels');
  if (output.bitrate !== undefined) return notCopyable('its bit rate is set');
  if (output.keyDistance !== undefined) return notCopyable('the distance of its key frames is set');
  if (!copied[plannedCodec(output)]) return notCopyable('only H.264 and VP9 are copied');
  const inputs = new Map(plan.inputs.map((input) => [input.id, input]));
  const runs: CopyableRun[] = [];
  let first: Pick<Copyable, 'input' | 'isTaggedAsOurs'> | undefined;
  for (const scene of scenes) {
    const part = scene.parts.at(-1) as Part;
    const input = part.kind === 'video' ? inputs.get(part.input) : undefined;
    if (part.kind !== 'video' || !input) return notCopyable('there are layers over the video');
    first ??= { input, isTaggedAsOurs: isTaggedAsOurs(part.color.matrix, probes.get(input.url) as Probe) };
    if (input.url !== first.input.url) return notCopyable('it is made from several files');
    const why = scene.transition ? 'there is a transition' : whyNot(part, output, probes.get(input.url) as Probe);
    if (why !== undefined) return notCopyable(why);
    const found = runsOf(scene, part, input);
    if (!found) return notCopyable('its spans are not a whole number of frames, or its last frame is held');
    runs.push(...found);
  }
  return first ? { ...first, runs } : notCopyable('it shows nothing');
}

function whyNot(part: VideoPart, output: Output, probe: Probe): string | undefined {
  const codec = plannedCodec(output);
  if (probe.videoCodec !== codec || probe.pixelFormat !== 'yuv420p') return 'the source has another codec';
  if (!copied[codec]?.includes(probe.container)) return 'the source has another container';
  const { color } = part;
  if (color.hdr || color.range !== 'limited' || !/^bt(709|601)$/.test(color.matrix)) return 'its colors are converted';
  const { width, height } = output;
  if (probe.codedWidth !== width || probe.codedHeight !== height || probe.rotation !== 0)
    return 'the source has another size';
  if (probe.width !== width || probe.height !== height) return 'its pixels are not square';
  if (!fillsCanvas(part, output)) return 'the video does not fill the canvas';
  const isColored = part.key || part.adjustment || part.grade || part.vignette;
  const isMade = isColored || part.effects || part.mask || part.blend || part.track;
  if (isMade || part.flipped || part.flippedVertical) return 'its frames are changed';
  if (part.from !== undefined || part.until !== undefined) return 'the video is not visible all the time';
  const [segment] = part.segments;
  const isPlain = part.segments.length === 1 && !segment?.backwards && !segment?.stills && part.speed === 1;
  return isPlain ? undefined : 'its speed or direction is changed';
}

function isTaggedAsOurs(matrix: string, { colorTransfer, colorPrimaries }: Probe): boolean {
  return matrix === 'bt709' && [colorTransfer, colorPrimaries].every((tag) => /^(bt709|unknown|)$/.test(tag));
}

function fillsCanvas({ width, height, bounds, crop, turn, alpha }: VideoPart, output: Output): boolean {
  const fills = width === output.width && height === output.height && bounds.x === 0 && bounds.y === 0;
  return fills && turn === 0 && !alpha && crop.width > 1 - 1e-6 && crop.height > 1 - 1e-6;
}

/** @returns undefined if frames are skipped or repeated. */
function runsOf(
  { start: at, frames }: ScenePlan,
  { segments, loop, lateness = LATENESS }: VideoPart,
  { seek }: Input,
): CopyableRun[] | undefined {
  const [segment] = segments as [VideoPart['segments'][number]];
  const start = seek + segment.offset;
  const latest = segment.latest === undefined ? Number.POSITIVE_INFINITY : seek + segment.latest;
  if (!loop) return segment.frames >= frames ? [{ start, latest, at, frames, lateness }] : undefined;
  if (loop.taken || loop.from) return undefined;
  const runs: CopyableRun[] = [];
  for (let done = 0; done < frames; done = firstFrameOf(loop, runs.length))
    runs.push({ start, latest, at: at + done, frames: Math.min(loop.frames, frames - done), lateness });
  return runs;
}

/** Returns the span of the source that covers all runs, in seconds. */
export function coveringSpan(runs: readonly CopyableRun[], { rate }: Output): { from: number; to: number } {
  return {
    from: Math.min(...runs.map(({ start }) => start)),
    to: Math.max(...runs.map(({ start, frames }) => start + frames / fpsOf(rate))),
  };
}
