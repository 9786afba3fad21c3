import { animationsOf, isPlayed, isVideo } from '../kinds/families.ts';
import { kindOf } from '../kinds/index.ts';
import { withAnimations } from '../motion/layerAnimations.ts';
import type { AnimationSide, LayerAnimation } from '../project/layerMotion.ts';
import type { Layer, PlayedLayer } from '../project/layers.ts';
import { isFrozen, mediaRun, runLength } from './durations.ts';

/** Layers whose ends differ by less are adjacent, in seconds: a frame at 50 pictures a second. */
const ADJACENT = 0.02;

const opposite: Readonly<Record<AnimationSide, AnimationSide>> = {
  left: 'right',
  right: 'left',
  top: 'bottom',
  bottom: 'top',
};

const results = new WeakMap<readonly Layer[], readonly Layer[]>();

/**
 * Returns the layers of a scene as they play if an `animateIn` with `over` is a transition from the layer before: that
 * layer plays on behind the animation, beyond its trim as far as its file goes, and then holds its last frame. If it is
 * in front, it exits in the same way instead; and if it does not have the same place, it exits too, since it would
 * remain visible. The sound of the two crossfades. The same layers give the same result.
 * @param layers front to back.
 */
export function withClipTransitions(layers: readonly Layer[]): readonly Layer[] {
  const known = results.get(layers);
  if (known) return known;
  const result = layers.some((layer) => transitionOf(layer)) ? applied(layers) : layers;
  results.set(layers, result);
  return result;
}

/** Returns the layer that ends where another one starts; the nearest in painting order, of the same row if possible. */
export function layerBefore(layers: readonly Layer[], layer: Layer): Layer | undefined {
  const found = neighborFinder(layers)(layer, layers.indexOf(layer));
  return found === undefined ? undefined : layers[found];
}

/** Returns a function that finds the index of the layer before another one, see layerBefore. */
function neighborFinder(layers: readonly Layer[]): (layer: Layer, index: number) => number | undefined {
  const slotOf = (seconds: number) => Math.floor(seconds / ADJACENT);
  const ending = new Map<number, number[]>();
  for (const [index, layer] of layers.entries()) {
    if (layer.to === undefined || layer.isHidden || !kindOf(layer).isSeen) continue;
    const slot = ending.get(slotOf(layer.to));
    if (slot) slot.push(index);
    else ending.set(slotOf(layer.to), [index]);
  }
  return (layer, index) => {
    const { from, lane } = layer;
    if (from === undefined || !kindOf(layer).isSeen) return undefined;
    const distance = (other: number) => Math.abs(other - index) + (layers[other]?.lane === lane ? 0 : layers.length);
    return [-1, 0, 1]
      .flatMap((step) => ending.get(slotOf(from) + step) ?? [])
      .filter((other) => other !== index && Math.abs((layers[other]?.to ?? 0) - from) < ADJACENT)
      .sort((a, b) => distance(a) - distance(b) || a - b)[0];
  };
}

function transitionOf(layer: Layer): LayerAnimation | undefined {
  const { animateIn } = animationsOf(layer);
  return animateIn?.over && !layer.isHidden ? animateIn : undefined;
}

function applied(layers: readonly Layer[]): readonly Layer[] {
  const now = [...layers];
  const findBefore = neighborFinder(layers);
  /** Seconds by which layers are longer, by index: several may enter over the same one. */
  const longer = new Map<number, number>();
  for (const [index, layer] of layers.entries()) {
    const animation = transitionOf(layer);
    const place = animation && findBefore(layer, index);
    if (!animation || place === undefined) continue;
    const length = lengthOf(animation, layer);
    const isBehind = place > index;
    // Both may be changed already, by the transitions before and after this one.
    const [next, last] = [now[index] as Layer, now[place] as Layer];
    const needsExit = !isBehind || !hasSamePlace(layer, last);
    const exit = needsExit ? exitFor(animation, length) : undefined;
    const grown = longer.get(place) ?? 0;
    const more = Math.max(0, length - grown);
    longer.set(place, grown + more);
    now[place] = continued(withAnimations(last, animationsOf(last).animateIn, exit), more, length);
    const entered = isBehind ? next : withAnimations(next, undefined, animationsOf(next).animateOut);
    now[index] = isVideo(entered) ? { ...entered, fadeIn: Math.max(entered.fadeIn, length) } : entered;
  }
  return now;
}

/** Seconds of a transition: no longer than the layer that it introduces. */
function lengthOf({ duration, at = 0 }: LayerAnimation, { from = 0, to }: Layer): number {
  return Math.min(Math.max(0, duration - at), to === undefined ? Number.POSITIVE_INFINITY : Math.max(0, to - from));
}

function exitFor({ type, side }: LayerAnimation, duration: number): LayerAnimation {
  // A layer that is pushed away leaves on the other side.
  const towards = type === 'slide' ? opposite[side ?? 'left'] : side;
  return { type, duration, ...(towards ? { side: towards } : {}) };
}

/** Natural sizes do not count: a file's may not be known yet, and the result must not depend on that. */
function hasSamePlace(one: Layer, other: Layer): boolean {
  return JSON.stringify(one.position) === JSON.stringify(other.position);
}

/** Lengthens a layer that ends at `to`. @param fade seconds in which its sound fades out. */
function continued(layer: Layer, by: number, fade: number): Layer {
  const longer = { ...layer, to: (layer.to ?? 0) + by };
  return isPlayed(longer) ? withMoreOfFile(longer, by, fade) : longer;
}

function withMoreOfFile(layer: PlayedLayer, by: number, fade: number): Layer {
  const faded = { ...layer, fadeOut: Math.max(layer.fadeOut, fade) };
  const run = mediaRun(layer);
  if (kindOf<PlayedLayer>(layer).loops(layer)) return faded;
  const endsEarlier = (layer.from ?? 0) + runLength(run) < (layer.to ?? 0) - by - ADJACENT;
  if (run.isBoomeranged || isFrozen(layer) || endsEarlier) return faded;
  const more = by * run.speed;
  const file = layer.duration ?? run.end;
  const played = run.isReversed
    ? { startTime: Math.max(0, run.start - more), endTime: run.end }
    : { startTime: run.start, endTime: Math.max(run.end, Math.min(file, run.end + more)) };
  const length = layer.playLength === undefined ? {} : { playLength: layer.playLength + by };
  return { ...faded, ...played, ...length, isTrimmed: true };
}
