import { markersOf } from '../../../engine/edit/markers.ts';
import { isVideo } from '../../../engine/kinds/families.ts';
import type { Size } from '../../../engine/layout/box.ts';
import { canvasSize, resultSize } from '../../../engine/layout/canvasSize.ts';
import { withWatermark } from '../../../engine/layout/watermark.ts';
import { isOverlay } from '../../../engine/project/allLayers.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { MAX_ZIP_FRAMES } from '../../../engine/project/limits.ts';
import { mediaKindProblems, withMediaFacts } from '../../../engine/project/media.ts';
import { messages } from '../../../engine/project/messages.ts';
import {
  containerCodecs,
  hasSound,
  isSilentMotion,
  isStill,
  outputExtension,
  stillOutput,
  supportsAlpha,
} from '../../../engine/project/output.ts';
import { type Problem, ProblemError, problem } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { cueTrackProblems } from '../../../engine/timeline/cueTracks.ts';
import { delayRate } from '../../../engine/timeline/delayRate.ts';
import { mediaRun } from '../../../engine/timeline/durations.ts';
import {
  type FrameWindow,
  fpsOf,
  outputRate,
  type SceneFrames,
  sceneFrames,
  transitionFrames,
} from '../../../engine/timeline/frameRate.ts';
import { mediaTimeAt } from '../../../engine/timeline/mediaTime.ts';
import type { Peaks } from '../../../engine/timeline/peaks.ts';
import { isSeenAt, type RunningTransition, resolveFrame, transitionAt } from '../../../engine/timeline/resolve.ts';
import { HERTZ } from '../../../engine/timeline/soundtrack.ts';
import { type LayerSpan, overlaySpan, type SceneSpan, sceneSpans } from '../../../engine/timeline/spans.ts';
import { submitProblems } from '../../../engine/timeline/submitProblems.ts';
import type { Probe } from '../media/probe.ts';
import { cutToVideos } from './cutToVideos.ts';
import { flattenOverlay, flattenScene, type Slot } from './flatten.ts';
import { PartCutter, sourcesOf } from './partCutter.ts';
import { timeOf } from './partTime.ts';
import { withOwnEnd } from './pieces.ts';
import type { Bitmap, Input, Output, Part, RenderPlan, ScenePlan, VideoPart } from './plan.ts';
import { latenessIn } from './runFrames.ts';
import { planSegments } from './segmentRanges.ts';
import { sliceVideo } from './sliceVideo.ts';
import { compileAudioSources } from './sounds.ts';
import type { FrameGrab, StillTransition } from './stillFrames.ts';
import { withSoftSubtitles } from './textTracks.ts';
import { hasClearBackground, isOpaqueCover } from './transparency.ts';
import { playedRun, videoInput, videoPart } from './videoPart.ts';

/** Inputs of a plan besides its project and probes. */
export interface CompileOptions {
  /** Time of a still, in seconds; default: the output's `at`. */
  stillAt?: number | undefined;
  /** Approximate length of segments that are encoded separately, in seconds; default 20. */
  segmentLength?: number | undefined;
  /** Peaks of the files that duck others, by URL; files without peaks count as loud throughout. */
  peaks?: ReadonlyMap<string, Peaks> | undefined;
}

/**
 * Compiles a project into a plan. Pure: the same project and probes give the same plan.
 * @param probes measurements of every media file, by its URL in the project.
 * @throws ProblemError if the project exceeds a limit (20 min, 60 s for a GIF) or a file has the wrong kind.
 */
export function compileRender(
  source: Project,
  probes: ReadonlyMap<string, Probe>,
  { stillAt, segmentLength, peaks }: CompileOptions = {},
): RenderPlan {
  const problems = renderProblems(source, probes);
  if (problems.length > 0) throw new ProblemError(problems);
  const project = withWatermark(withMediaFacts(source, probes));
  const { output } = project;
  if (output.type === 'image') return compileFrame(project, probes, stillAt ?? output.at);
  return output.type === 'audio'
    ? compileAudio(project, probes, peaks)
    : compileVideo(project, probes, { segmentLength, peaks });
}

/**
 * Returns the problems that prevent a render of measured media: wrong kinds, lengths, trims, audio, subtitle tracks.
 * @param probes by URL; for missing files, the project's own numbers count.
 */
export function renderProblems(source: Project, probes: ReadonlyMap<string, Probe>): Problem[] {
  const project = withWatermark(withMediaFacts(source, probes));
  return [...mediaKindProblems(source, probes), ...submitProblems(project), ...cueTrackProblems(project)];
}

function compileVideo(
  whole: Project,
  probes: ReadonlyMap<string, Probe>,
  { segmentLength, peaks }: Pick<CompileOptions, 'segmentLength' | 'peaks'>,
): RenderPlan {
  const { project, tracks } = withSoftSubtitles(whole);
  const size = canvasSize(project);
  const rate = outputRate(project, probes);
  const fps = fpsOf(rate);
  const times = sceneFrames(project, rate);
  const spans = sceneSpans(project);
  const mixes = spans.map((span, i) => transitionOf(span, (times[i] as SceneFrames).frames, fps));
  const book = new Book();
  const scenes = project.scenes.map((scene, i): ScenePlan => {
    const span = spans[i] as SceneSpan;
    const time = times[i] as SceneFrames;
    const tail = mixes[i + 1]?.frames ?? 0;
    const longer = { ...time, frames: time.frames + tail };
    const slots = flattenScene(span, size, rate, longer);
    const parts = visibleSlots(slots, size, probes).flatMap((slot) =>
      book.parts(slot, size, { fps, ...longer }, probes),
    );
    const moving = slots.some((slot) => slot.kind === 'video' || isMoving(slot.bitmap));
    const after = tail > 0 ? { tail: moving ? tail : 1 } : {};
    const transition = mixes[i] ? { transition: mixes[i] } : {};
    return { id: scene.id, ...time, ...after, moving, parts, ...transition };
  });
  const frames = scenes.reduce((sum, scene) => sum + scene.frames, 0);
  if (project.output.type === 'frames' && frames > MAX_ZIP_FRAMES)
    throw new ProblemError([problem('range', ['output', 'fps'], messages.tooManyFrames)]);
  const bitmaps = cutToVideos(scenes, book.bitmaps);
  const over = overlayParts(project, { scenes, size, rate, frames }, probes);
  const clear = scenes.filter((scene) => hasClearBackground(scene, book.bitmaps, size, probes));
  const isClear = supportsAlpha(project.output) && hasSound(project) && clear.length > 0;
  const isFilled = !supportsAlpha(project.output) && clear.length > 0;
  const all = [...bitmaps, ...over.bitmaps];
  const blends = over.scenes.filter((_, i) => clear.includes(scenes[i] as ScenePlan));
  const onBlack = isFilled && blends.some((scene) => hasBlends(scene, all));
  const sounds = hasSound(project) ? compileAudioSources(project, probes, peaks) : { inputs: [], sounds: [] };
  const merges = delayRate(project, probes) ? ({ merges: true } as const) : {};
  const output = {
    ...outputOf(project, size),
    ...(isClear ? clearPixels : onBlack ? pixelsOnBlack : {}),
    ...merges,
    ...keyDistanceOf(project, fps),
    rate,
    frames,
  };
  return {
    version: 1,
    output,
    inputs: [...book.inputs, ...over.inputs, ...sounds.inputs],
    bitmaps: all,
    scenes: over.scenes,
    segments: planSegments({ scenes: over.scenes, output }, segmentLength),
    sounds: sounds.sounds,
    ...loudnessOf(project),
    ...(tracks.length > 0 ? { tracks } : {}),
    ...chaptersOf(project, frames / fps),
    ...(isFilled ? filled : {}),
    grabs: [],
  };
}

/** Scenes with the layers of the whole project in front, and what those need. */
interface Overlaid {
  scenes: ScenePlan[];
  inputs: Input[];
  bitmaps: Bitmap[];
}

/** Cuts the layers of the whole project to the scenes, so that segments and caches treat them like those of a scene. */
function overlayParts(
  project: Project,
  { scenes, size, rate, frames }: { scenes: ScenePlan[]; size: Size; rate: Output['rate']; frames: number },
  probes: ReadonlyMap<string, Probe>,
): Overlaid {
  const overlay = overlaySpan(project);
  if (!overlay) return { scenes, inputs: [], bitmaps: [] };
  const book = new Book('over-');
  const whole = { fps: fpsOf(rate), start: 0, frames };
  const parts = flattenOverlay(overlay, size, rate, frames).flatMap((slot) => book.parts(slot, size, whole, probes));
  const cutter = new PartCutter(sourcesOf(book, rate));
  const overlaid = scenes.map((scene, i): ScenePlan => {
    const range = { from: scene.start, to: scene.start + scene.frames };
    const over = parts.flatMap((part) => cutter.cut(part, frames, range));
    if (over.length === 0) return scene;
    const isMixed = scene.transition !== undefined || scenes[i + 1]?.transition !== undefined;
    const moving = scene.moving || over.some((part) => changes(part, cutter));
    return { ...scene, moving, parts: [...scene.parts, ...over], ...(isMixed ? { overlaid: over.length } : {}) };
  });
  return { scenes: overlaid, inputs: cutter.inputs, bitmaps: cutter.bitmaps };
}

/** Whether a part changes during its scene. */
function changes(part: Part, cutter: PartCutter): boolean {
  const bitmap = part.kind === 'bitmap' ? cutter.bitmapOf(part.bitmap) : undefined;
  return !bitmap || part.from !== undefined || part.until !== undefined || isMoving(bitmap);
}

function isMoving({ times, moves, moved }: Pick<Bitmap, 'times' | 'moves' | 'moved'>): boolean {
  return times.length > 1 || moves !== undefined || moved !== undefined;
}

/** The output cannot have the transparent pixels of the project. */
const filled = { fillsTransparency: true } as const;

/** A video with transparency is composited in RGBA, as animations are. */
const clearPixels = { pixels: 'rgba', alpha: true } as const;

/** Blending with transparent pixels differs from blending with black. */
const pixelsOnBlack = { pixels: 'rgba', onBlack: true } as const;

/** Whether ffmpeg blends a part with what is below it. */
function hasBlends({ parts }: ScenePlan, bitmaps: readonly Bitmap[]): boolean {
  return parts.some((part) => (part.kind === 'video' ? part : bitmaps.find(({ id }) => id === part.bitmap))?.blend);
}

/** Plans audio only. One frame is one sample: a grid of video frames would add silence at the end. */
function compileAudio(
  project: Project,
  probes: ReadonlyMap<string, Probe>,
  peaks: CompileOptions['peaks'],
): RenderPlan {
  const rate: Output['rate'] = [HERTZ, 1];
  const frames = sceneFrames(project, rate).reduce((sum, scene) => sum + scene.frames, 0);
  const output = { ...outputOf(project, canvasSize(project)), rate, frames };
  return {
    version: 1,
    output,
    ...compileAudioSources(project, probes, peaks),
    ...loudnessOf(project),
    bitmaps: [],
    scenes: [],
    segments: [],
    grabs: [],
  };
}

function loudnessOf({ output }: Project): Pick<RenderPlan, 'loudness'> {
  return 'loudness' in output && output.loudness !== undefined ? { loudness: { target: output.loudness } } : {};
}

/**
 * Returns a chapter for each marker before the end. Players expect one at 0, so an unnamed one precedes a first marker
 * that is later.
 */
function chaptersOf(project: Project, length: number): Pick<RenderPlan, 'chapters'> {
  const { output } = project;
  const markers = output.type === 'video' && output.chapters ? markersOf(project).filter(({ at }) => at < length) : [];
  const [first] = markers;
  if (!first) return {};
  const starts = first.at > 0 ? [{ at: 0, name: undefined }, ...markers] : markers;
  return { chapters: starts.map(({ at, name }, i) => ({ at, title: name || `Chapter ${i + 1}` })) };
}

/** Returns the distance of key frames, at least one frame. */
function keyDistanceOf({ output }: Project, fps: number): Pick<Output, 'keyDistance'> {
  if (output.type !== 'video' || output.keyframeInterval === undefined) return {};
  return { keyDistance: Math.max(1, Math.round(output.keyframeInterval * fps)) };
}

/** Returns the output, except for its frames. */
function outputOf(project: Project, size: Size): Omit<Output, 'rate' | 'frames'> {
  const { output, quality } = project;
  const common = { ...size, quality };
  if (output.type === 'video') {
    const { container, codec, bitrate } = output;
    const coded = codec && codec !== containerCodecs[container][0] ? { codec } : {};
    const rated = bitrate === undefined ? {} : { bitrate };
    return { format: container, ...common, ...coded, ...rated, pixels: 'yuv420p' };
  }
  if (output.type === 'frames') return { format: 'zip', ...common, pixels: 'rgba' };
  if (!isSilentMotion(output))
    return { format: outputExtension(output), ...common, pixels: output.type === 'image' ? 'rgba' : 'yuv420p' };
  const scaled = resultSize(project);
  const measures = {
    ...(scaled.width === size.width ? {} : { scaled }),
    ...(output.plays > 0 ? { plays: output.plays } : {}),
  };
  if (output.type === 'animation') {
    const own = output.quality === undefined ? {} : { webpQuality: output.quality };
    const format = output.format === 'apng' ? 'apng' : 'animated-webp';
    return { format, ...common, pixels: 'rgba', ...measures, ...own };
  }
  const { colors, dither } = output;
  return { format: 'gif', ...common, pixels: 'rgba', ...measures, colors, ...(dither ? { dither } : {}) };
}

/**
 * Plans one moment as a still, in which videos are painted as images.
 * @param project with natural sizes and durations filled in. @param t seconds, 0 to the total duration.
 */
export function compileFrame(project: Project, probes: ReadonlyMap<string, Probe>, t: number): RenderPlan {
  const size = canvasSize(project);
  const scenes = sceneSpans(project);
  const shown = scenes[resolveFrame(scenes, t).sceneIndex] as SceneSpan;
  const passing = transitionAt(scenes, shown, t);
  const moments = [{ span: shown, t }, ...(passing ? [{ span: passing.outgoing, t }] : [])];
  const over = shown.overlay ? [{ span: shown.overlay, t }] : [];
  const grabs = [...moments, ...over].flatMap((moment) =>
    seenAt(moment).flatMap((layer) => (isVideo(layer.layer) ? [grabOf(layer, moment.t, probes)] : [])),
  );
  const bitmaps = moments.map((moment, i) => momentBitmap(`b${i}`, moment, size));
  const overlaid = over.map((moment) => momentBitmap('over', moment, size));
  const parts: Part[] = [bitmaps[0] as Bitmap, ...overlaid].map(({ id }) => ({ kind: 'bitmap', bitmap: id }));
  const still = { id: shown.scene.id, start: 0, frames: 1, moving: false };
  const isFilled = isStill(project) && !supportsAlpha(project.output);
  return {
    version: 1,
    output: { ...outputOf(stillOf(project), size), rate: [1, 1], frames: 1 },
    inputs: grabs.map((grab) => grab.input),
    bitmaps: [...bitmaps, ...overlaid],
    scenes: [{ ...still, parts, ...(overlaid.length > 0 ? { overlaid: 1 } : {}) }],
    segments: [],
    sounds: [],
    grabs: grabs.map(({ input, ...grab }) => ({ input: input.id, ...grab })),
    ...(isFilled && hasClearBackground({ parts }, bitmaps, size, probes) ? filled : {}),
    ...(passing ? { passing: stillTransition(passing) } : {}),
  };
}

function stillTransition({ outgoing: _, ...passing }: RunningTransition): StillTransition {
  return passing;
}

/** A still output, for a moment of a project that renders something else. */
function stillOf(project: Project): Project {
  return isStill(project) ? project : { ...project, output: stillOutput };
}

interface Moment {
  span: SceneSpan;
  /** In seconds of the whole video. */
  t: number;
}

function seenAt({ span, t }: Moment): LayerSpan[] {
  return span.layers.filter((layer) => isSeenAt(layer, span, t));
}

/** A whole scene at one moment. */
function momentBitmap(id: string, moment: Moment, size: Size): Bitmap {
  const { scene, start } = moment.span;
  return {
    id,
    x: 0,
    y: 0,
    ...size,
    ...(isOverlay(scene) ? {} : { background: scene.background }),
    layers: seenAt(moment).map((span) => withOwnEnd(span.layer, span, moment.span)),
    times: [Math.max(0, moment.t - start)],
    loops: false,
  };
}

function grabOf(
  span: LayerSpan,
  t: number,
  probes: ReadonlyMap<string, Probe>,
): Omit<FrameGrab, 'input'> & { input: Input } {
  const layer = span.layer as VideoLayer;
  const time = mediaTimeAt(span, t);
  const input = videoInput(layer, probes.get(layer.url) as Probe, time);
  return {
    input: { id: `v-${layer.id}`, ...input },
    layer: layer.id,
    offset: time - input.seek,
    ...latenessIn(mediaRun(layer)),
  };
}

/** Removes the canvas's own bitmap if an opaque video covers it. */
function visibleSlots(slots: Slot[], canvas: Size, probes: ReadonlyMap<string, Probe>): Slot[] {
  const [base, next] = slots;
  if (base?.kind !== 'bitmap' || next?.kind !== 'video' || next.states) return slots;
  const { layer } = next.span;
  if (next.window.from > 0 || next.window.to < base.window.to) return slots;
  return isOpaqueCover(layer, canvas, probes) ? slots.slice(1) : slots;
}

/** Collects inputs and bitmaps and assigns their IDs. */
class Book {
  readonly inputs: Input[] = [];
  readonly bitmaps: Bitmap[] = [];
  readonly #prefix: string;

  /** @param prefix of all IDs. */
  constructor(prefix = '') {
    this.#prefix = prefix;
  }

  parts(
    slot: Slot,
    canvas: Size,
    { fps, frames, start }: SceneFrames & { fps: number },
    probes: ReadonlyMap<string, Probe>,
  ): Part[] {
    const { window } = slot;
    if (slot.kind === 'bitmap') {
      const id = `${this.#prefix}b${this.bitmaps.length}`;
      this.bitmaps.push({ id, ...slot.bitmap });
      return [{ kind: 'bitmap', bitmap: id, ...timeOf(window, frames) }];
    }
    const { span, whole, states } = slot;
    const { layer, start: begins } = span;
    const probe = probes.get(layer.url) as Probe;
    const input: Input = { id: '', ...videoInput(layer, probe, playedRun(span).start) };
    // Its first frame may be visible a little after the layer's start.
    const isLate = whole.from > 0 || isOverlay(span.scene);
    const lead = isLate ? Math.max(0, (start + whole.from) / fps - begins) : 0;
    const shown = { ...input, fps, frames: whole.to - whole.from, lead };
    const way = states && { states, from: window.from - whole.from };
    const part = videoPart(span, probe, canvas, shown, way);
    const range = { from: window.from - whole.from, to: window.to - whole.from };
    if (range.from === 0 && window.to === whole.to) return [this.#video(part, input, window, frames)];
    return sliceVideo(part, input, range, fps).map((slice) => {
      const place = { from: window.from + slice.window.from, to: window.from + slice.window.to };
      return this.#video(slice.part, slice.input, place, frames);
    });
  }

  #video(part: VideoPart, source: Input, window: FrameWindow, frames: number): Part {
    const input: Input = { ...source, id: `${this.#prefix}v${this.inputs.length}` };
    this.inputs.push(input);
    return { ...part, input: input.id, ...timeOf(window, frames) };
  }
}

/** Rounds a transition to whole frames, at least one and at most all of its scene. */
function transitionOf({ transition }: SceneSpan, frames: number, fps: number): ScenePlan['transition'] {
  if (!transition) return undefined;
  const { length, ...shown } = transition;
  return { ...shown, frames: transitionFrames(length, frames, fps) };
}
