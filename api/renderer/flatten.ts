import { animationLength, animationLoops } from '../../engine/kinds/animation.ts';
import { layerBox, type Size } from '../../engine/layout/box.ts';
import type { Rect } from '../../engine/layout/fit.ts';
import { areaOf, overlaps, union } from '../../engine/layout/rect.ts';
import { paintedBounds } from '../../engine/painters/index.ts';
import type { Layer, TextLayer, VideoLayer } from '../../engine/project/layers.ts';
import type { Scene } from '../../engine/project/project.ts';
import { perSecond, type Rate } from '../../engine/timeline/frameRate.ts';
import type { Bitmap } from './plan.ts';

/** What a scene is made of after flattening, back to front: painted pictures, and videos between them. */
export type Slot = { kind: 'bitmap'; bitmap: Omit<Bitmap, 'id'> } | { kind: 'video'; layer: VideoLayer; bounds: Rect };

/** A picture may grow by merging until it holds this much more area than what is merged. */
const mergeWaste = 1.4;

/**
 * Flattens a scene: layers that stand still are merged into as few pictures as possible, each cropped to what it
 * shows. A layer sinks below a moving one that it does not touch, because their order cannot be seen; so less is
 * composited for every frame.
 * @param frames length of the scene; no animation gets more pictures.
 */
export function flattenScene(scene: Scene, canvas: Size, rate: Rate, frames: number): Slot[] {
  const whole = { x: 0, y: 0, ...canvas };
  const slots: Slot[] = [
    { kind: 'bitmap', bitmap: { ...whole, background: scene.background, layers: [], times: [0], loops: false } },
  ];
  for (const layer of [...scene.layers].reverse()) {
    const box = layerBox(layer, canvas);
    const bounds = clip(paintedBounds(layer, box), canvas);
    // A video in an empty box shows nothing; rounded to even pixels, it would be a speck.
    if (!bounds || (layer.type === 'video' && (box.width <= 0 || box.height <= 0))) continue;
    if (layer.type === 'video') slots.push({ kind: 'video', layer, bounds });
    else if (isAnimated(layer)) slots.push(animatedSlot(layer, bounds, rate, frames));
    else addStill(slots, layer, bounds);
  }
  return slots;
}

function isAnimated(layer: Layer): layer is TextLayer {
  return layer.type === 'text' && layer.animation !== undefined && layer.animation.id !== 'none';
}

function addStill(slots: Slot[], layer: Layer, bounds: Rect): void {
  for (let i = slots.length - 1; i >= 0; i -= 1) {
    const slot = slots[i] as Slot;
    if (slot.kind === 'bitmap' && slot.bitmap.times.length === 1 && mergesWell(slot.bitmap, bounds)) {
      const { bitmap } = slot;
      slots[i] = { kind: 'bitmap', bitmap: { ...bitmap, ...union(bitmap, bounds), layers: [...bitmap.layers, layer] } };
      return;
    }
    if (overlaps(slot.kind === 'video' ? slot.bounds : slot.bitmap, bounds)) break;
  }
  slots.push({ kind: 'bitmap', bitmap: { ...bounds, layers: [layer], times: [0], loops: false } });
}

function animatedSlot(layer: TextLayer, bounds: Rect, rate: Rate, frames: number): Slot {
  const animation = layer.animation as NonNullable<TextLayer['animation']>;
  const length = animationLength(animation);
  const count = Math.max(1, Math.round(length * perSecond(rate)));
  const repeats = animationLoops(animation);
  const times = repeats
    ? Array.from({ length: count }, (_, i) => (i / count) * length)
    : Array.from({ length: count + 1 }, (_, i) => Math.min(length, i / perSecond(rate)));
  const loops = repeats && count < frames;
  return { kind: 'bitmap', bitmap: { ...bounds, layers: [layer], times: times.slice(0, frames), loops } };
}

/** Cuts bounds to the canvas, on even pixels so that 4:2:0 colour of picture and video meet; undefined when nothing is left. */
function clip(bounds: Rect, canvas: Size): Rect | undefined {
  const left = Math.max(0, Math.floor(bounds.x / 2) * 2);
  const top = Math.max(0, Math.floor(bounds.y / 2) * 2);
  const right = Math.min(canvas.width, Math.ceil((bounds.x + bounds.width) / 2) * 2);
  const bottom = Math.min(canvas.height, Math.ceil((bounds.y + bounds.height) / 2) * 2);
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : undefined;
}

function mergesWell(a: Rect & { background?: string }, b: Rect): boolean {
  const both = union(a, b);
  return a.background !== undefined || areaOf(both) <= mergeWaste * (areaOf(a) + areaOf(b));
}
