import { layerBox, type Size } from '../../engine/layout/box.ts';
import { canvasSize } from '../../engine/layout/canvasSize.ts';
import { withWatermark } from '../../engine/layout/watermark.ts';
import { trimsOf } from '../../engine/project/cross.ts';
import type { VideoLayer } from '../../engine/project/layers.ts';
import { mediaKindProblems, withMediaFacts } from '../../engine/project/media.ts';
import { type Problem, ProblemError } from '../../engine/project/problems.ts';
import type { Project, Scene } from '../../engine/project/project.ts';
import { sceneStarts, videoSpan } from '../../engine/timeline/durations.ts';
import { type SceneFrames, sceneFrames } from '../../engine/timeline/frameRate.ts';
import { lengthProblems } from '../../engine/timeline/lengthProblems.ts';
import { mediaTimeAt } from '../../engine/timeline/mediaTime.ts';
import { resolveFrame } from '../../engine/timeline/resolve.ts';
import { type LayerSpan, sceneSpans } from '../../engine/timeline/spans.ts';
import { flattenScene, type Slot } from './flatten.ts';
import type { Bitmap, Input, Output, Part, RenderPlan, ScenePlan } from './plan.ts';
import { outputRate, perSecond } from './rate.ts';
import { compileSounds } from './sounds.ts';
import type { Probe } from './types.ts';
import { videoInput, videoPart } from './videoPart.ts';

/**
 * Turns a project into the plan of its render. Pure: the same project and probes give the same plan.
 * @param probes what was measured of each media file, by its url in the project; every reference must be there.
 * @param stillAt the moment that a still shows, seconds.
 * @throws ProblemError when the project is over a limit (20 min, 60 s for a GIF) or a file is of the wrong kind.
 */
export function compileRender(source: Project, probes: ReadonlyMap<string, Probe>, stillAt = 0): RenderPlan {
  refuse(mediaKindProblems(source, probes));
  const project = withWatermark(withMediaFacts(source, probes));
  refuse([...trimsOf(project), ...lengthProblems(project)]);
  return project.isImage ? compileFrame(project, probes, stillAt) : compileVideo(project, probes);
}

function refuse(problems: Problem[]): void {
  if (problems.length > 0) throw new ProblemError(problems);
}

function compileVideo(project: Project, probes: ReadonlyMap<string, Probe>): RenderPlan {
  const size = canvasSize(project);
  const rate = outputRate(project, probes);
  const fps = perSecond(rate);
  const times = sceneFrames(project, rate);
  const book = new Book();
  const scenes = project.scenes.map((scene, i): ScenePlan => {
    const { start, frames } = times[i] as SceneFrames;
    const slots = flattenScene(scene, size, rate, frames);
    const parts = visibleSlots(slots, size, probes).map((slot) => book.part(slot, size, fps, probes));
    const moving = slots.some((slot) => slot.kind === 'video' || slot.bitmap.times.length > 1);
    return { id: scene.id, start, frames, moving, parts };
  });
  const frames = scenes.reduce((sum, scene) => sum + scene.frames, 0);
  const gif = project.videoType === 'gif';
  const output: Output = {
    format: gif ? 'gif' : 'mp4',
    ...size,
    rate,
    frames,
    quality: project.quality,
    pixels: gif ? 'rgba' : 'yuv420p',
  };
  const sounds = gif ? { inputs: [], sounds: [] } : compileSounds(project, probes);
  return {
    version: 1,
    output,
    inputs: [...book.inputs, ...sounds.inputs],
    bitmaps: book.bitmaps,
    scenes,
    sounds: sounds.sounds,
    grabs: [],
  };
}

/**
 * The plan of one moment as a still, in which videos stand as pictures too.
 * @param project with natural sizes and durations filled in. @param t seconds, 0 to the total duration.
 */
export function compileFrame(project: Project, probes: ReadonlyMap<string, Probe>, t: number): RenderPlan {
  const size = canvasSize(project);
  const scenes = sceneSpans(project);
  const { sceneIndex } = resolveFrame(scenes, t);
  const scene = project.scenes[sceneIndex] as Scene;
  const visible = scenes[sceneIndex]?.layers ?? [];
  const grabs = visible.flatMap((span) => (span.layer.type === 'video' ? [grabOf(span, t, probes)] : []));
  const layers = visible.map((span) => span.layer);
  const local = Math.max(0, t - (sceneStarts(project)[sceneIndex] as number));
  const bitmap: Bitmap = {
    id: 'b0',
    x: 0,
    y: 0,
    ...size,
    background: scene.background,
    layers,
    times: [local],
    loops: false,
  };
  return {
    version: 1,
    output: { format: 'still', ...size, rate: [1, 1], frames: 1, quality: project.quality, pixels: 'rgba' },
    inputs: grabs.map((grab) => grab.input),
    bitmaps: [bitmap],
    scenes: [{ id: scene.id, start: 0, frames: 1, moving: false, parts: [{ kind: 'bitmap', bitmap: bitmap.id }] }],
    sounds: [],
    grabs: grabs.map(({ input, layer, offset }) => ({ input: input.id, layer, offset })),
  };
}

function grabOf(
  span: LayerSpan,
  t: number,
  probes: ReadonlyMap<string, Probe>,
): { input: Input; layer: string; offset: number } {
  const layer = span.layer as VideoLayer;
  const time = mediaTimeAt(span, t);
  const input = videoInput(layer, probes.get(layer.url) as Probe, time);
  return { input: { id: `v-${layer.id}`, ...input }, layer: layer.id, offset: time - input.seek };
}

/** The canvas's own picture is not needed when an opaque video fills it. */
function visibleSlots(slots: Slot[], canvas: Size, probes: ReadonlyMap<string, Probe>): Slot[] {
  const [base, next] = slots;
  if (base?.kind !== 'bitmap' || next?.kind !== 'video') return slots;
  const { layer } = next;
  const box = layerBox(layer, canvas);
  const fills =
    box.rotation % 360 === 0 &&
    box.x === 0 &&
    box.y === 0 &&
    box.width === canvas.width &&
    box.height === canvas.height;
  const opaque = layer.objectFit !== 'contain' && !(probes.get(layer.url) as Probe).hasAlpha;
  return fills && opaque ? slots.slice(1) : slots;
}

/** Collects inputs and bitmaps and hands out their ids. */
class Book {
  readonly inputs: Input[] = [];
  readonly bitmaps: Bitmap[] = [];

  part(slot: Slot, canvas: Size, fps: number, probes: ReadonlyMap<string, Probe>): Part {
    if (slot.kind === 'bitmap') {
      const id = `b${this.bitmaps.length}`;
      this.bitmaps.push({ id, ...slot.bitmap });
      return { kind: 'bitmap', bitmap: id };
    }
    const { layer } = slot;
    const probe = probes.get(layer.url) as Probe;
    const input: Input = { id: `v${this.inputs.length}`, ...videoInput(layer, probe) };
    this.inputs.push(input);
    return videoPart(layer, probe, canvas, { id: input.id, seek: input.seek, frames: spanFrames(layer, fps) });
  }
}

function spanFrames(layer: VideoLayer, fps: number): number {
  const span = videoSpan(layer);
  return Math.max(1, Math.round((span.end - span.start) * fps));
}
