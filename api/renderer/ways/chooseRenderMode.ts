import { fpsOf } from '../../../engine/timeline/frameRate.ts';
import { ProcessError } from '../../system/process.ts';
import { type CodedVideo, readDecoderHeader, readVideoPackets } from '../media/codedVideo.ts';
import type { Media } from '../media/openMedia.ts';
import type { Probe } from '../media/probe.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { plannedCodec } from '../plan/plannedCodec.ts';
import type { CopyMode, PlanSegment } from '../plan/renderMode.ts';
import { copyableAudio } from './copyableAudio.ts';
import { type Copyable, copyableRuns, coveringSpan } from './copyableRuns.ts';
import { copySegments } from './copySegments.ts';
import { frameGroups } from './frameGroups.ts';
import { isNotCopyable, type NotCopyable, notCopyable } from './notCopyable.ts';
import { freeParameterSet } from './parameterSets.ts';

/** Options for choosing between copying and encoding. */
export interface WayOptions {
  /** true: everything is encoded. */
  alwaysEncode: boolean;
  signal?: AbortSignal | undefined;
}

/** H.264 profiles that every MP4 player supports. */
const commonProfiles = ['Constrained Baseline', 'Baseline', 'Main', 'High'];

/** Minimum share of copied frames that makes copying worthwhile. */
const leastCopied = 0.5;

/**
 * Chooses the cheapest way to produce a video. Copies frames that appear unchanged from a source. If it starts or ends
 * inside a group of pictures, encodes only the visible frames of that group. Otherwise encodes everything.
 * @param plan as compiled, fully encoded. @returns the plan with its way and segments.
 * @throws the signal's reason when aborted.
 */
export async function chooseRenderMode(
  plan: RenderPlan,
  media: Pick<Media, 'probes' | 'paths'>,
  { alwaysEncode, signal }: WayOptions,
): Promise<RenderPlan> {
  const { probes, paths } = media;
  const { pixels, alpha, onBlack } = plan.output;
  if (plan.segments.length === 0 || (pixels === 'rgba' && !alpha && !onBlack)) return plan;
  const encode = (why: string): RenderPlan => ({ ...plan, way: { kind: 'encode', why } });
  if (alwaysEncode) return encode('Full encoding was requested.');
  const copyable = copyableRuns(plan, probes);
  if (isNotCopyable(copyable)) return encode(sentence(copyable.why));
  try {
    const { url } = copyable.input;
    const path = paths.get(url) as string;
    const { startTime } = probes.get(url) as Probe;
    const coded = await readVideoPackets(path, { ...coveringSpan(copyable.runs, plan.output), startTime }, signal);
    const found = copyingPlan(plan, copyable, coded);
    if (isNotCopyable(found)) return encode(sentence(found.why));
    if (found.way.kind !== 'trim') return await withSound(found, media, signal);
    const parameterSet = freeParameterSet(await readDecoderHeader(path, signal));
    if (parameterSet === undefined) return encode('The source has too many parameter sets.');
    return await withSound({ ...found, output: { ...found.output, parameterSet } }, media, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof ProcessError)) throw error;
    return encode('The positions of its frames cannot be read.');
  }
}

type CopyingPlan = RenderPlan & { way: CopyMode };

/** Copies the audio too, if it is unchanged. */
async function withSound(
  plan: CopyingPlan,
  media: Pick<Media, 'probes' | 'paths'>,
  signal: AbortSignal | undefined,
): Promise<CopyingPlan> {
  if (plan.sounds.length === 0) return plan;
  const sound = await copyableAudio(plan, media, signal).catch((error: unknown) => {
    signal?.throwIfAborted();
    if (!(error instanceof ProcessError)) throw error;
    return notCopyable('its packets cannot be read');
  });
  const { way } = plan;
  if (isNotCopyable(sound)) return { ...plan, way: { ...way, why: `${way.why} Its audio is encoded: ${sound.why}.` } };
  return { ...plan, way: { ...way, why: `${way.why} Its audio is copied.`, sound } };
}

function copyingPlan(plan: RenderPlan, copyable: Copyable, coded: CodedVideo): CopyingPlan | NotCopyable {
  const isH264 = plannedCodec(plan.output) === 'h264';
  if (!coded.isProgressive) return notCopyable('its frames are interlaced');
  if (coded.changes) return notCopyable('the format of the source changes within the span');
  if (isH264 && !commonProfiles.includes(coded.profile))
    return notCopyable(`not every player supports the profile ${coded.profile}`);
  const groups = frameGroups(coded.pictures);
  const segments = copySegments(copyable, groups, fpsOf(plan.output.rate));
  if (isNotCopyable(segments)) return segments;
  const way: CopyMode = {
    kind: 'copy',
    why: 'Its frames exist unchanged in the source.',
    reordered: groups.reordered,
  };
  if (segments.every(({ copied }) => copied)) return { ...plan, way, segments };
  if (!isH264) return notCopyable('it begins or ends within a group of pictures');
  const copied = framesIn(segments.filter(({ copied }) => copied));
  if (copied < leastCopied * framesIn(segments)) return notCopyable('too few of its frames are in whole groups');
  if (!copyable.isTaggedAsOurs)
    return notCopyable('encoded frames would differ in color from the copied frames next to them');
  const why = 'It begins or ends within a group of pictures: only those frames are encoded.';
  const reordered = Math.max(groups.reordered, encoderReordered);
  return { ...plan, way: { kind: 'trim', why, reordered }, segments };
}

/** Maximum number of frames that our encoder reorders. */
const encoderReordered = 2;

function framesIn(segments: readonly PlanSegment[]): number {
  return segments.reduce((sum, { from, to }) => sum + to - from, 0);
}

function sentence(why: string): string {
  return `${(why[0] ?? '').toUpperCase()}${why.slice(1)}.`;
}
