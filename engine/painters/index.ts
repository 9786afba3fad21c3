import { effectReach, effectsOf, noEffects } from '../effects/layerEffects.ts';
import type { AnimationState } from '../kinds/animation.ts';
import { isPicture } from '../kinds/families.ts';
import type { Box } from '../layout/box.ts';
import type { Rect } from '../layout/fit.ts';
import { centerOf } from '../layout/point.ts';
import { grown } from '../layout/rect.ts';
import type { EffectAmounts } from '../project/effectFields.ts';
import type { Layer, LayerOf, LayerType, PictureLayer } from '../project/layers.ts';
import type { Canvas2D, PaintEnv, Painter } from './canvas.ts';
import { onWholePixels, paintWithEffects } from './effects.ts';
import { transformedBounds } from './group.ts';
import { castsShadow, paintPicture, pictureReach } from './picture.ts';
import { paintPlaceholder } from './placeholder.ts';
import { paintShape, shapeReach } from './shape.ts';
import { paintSubtitles } from './subtitles.ts';
import { subtitlesReach } from './subtitlesReach.ts';
import { subtitlesRegion } from './subtitlesRegion.ts';
import { paintText, textReach } from './text.ts';
import { textInk } from './textInk.ts';

interface Entry<L> {
  paint: Painter<L>;
  /** Returns everything that it can touch before its box is rotated; undefined if it shows nothing. */
  reach: (layer: L, box: Box) => Rect | undefined;
  /** Returns what decides how it looks in a box of fixed size; default: all fields except its name and place. */
  look?: (layer: L) => unknown;
  /** Returns what it touches in an animation state, measured with `ctx`; default: its reach, and antialiased edges. */
  ink?: (ctx: Canvas2D, layer: L, box: Box, animation: Pick<AnimationState, 'shown'>) => Rect;
}

const picture: Entry<PictureLayer> = {
  paint: paintPicture,
  reach: pictureReach,
  ink: (_, layer, box) => pictureReach(layer, box),
  look: pictureLook,
};

/** Painters of all layer types. */
const painters: { readonly [T in LayerType]: Entry<LayerOf<T>> } = {
  // Only the type of an animation matters, because it decides how far the text may glow.
  text: {
    ...{ paint: paintText, reach: textReach, ink: textInk },
    look: (layer) => ({ ...withoutPlace(layer), animation: layer.animation?.id }),
  },
  shape: { paint: paintShape, reach: shapeReach, look: (layer) => [withoutPlace(layer), pathSize(layer.position)] },
  image: picture,
  video: picture,
  placeholder: { paint: paintPlaceholder, reach: (_, box) => box },
  audio: { paint: () => undefined, reach: () => undefined },
  // The visible cues are part of the state.
  subtitles: {
    ...{ paint: paintSubtitles, reach: subtitlesReach },
    look: (layer) => [withoutPlace({ ...layer, cues: [] }), subtitlesRegion(layer)],
  },
};

/** Margin of antialiased edges, in pixels. */
const edge = 1;

/** Paints a layer, rotated around the center of its box. Restores the canvas's state. */
export function paintLayer(ctx: Canvas2D, layer: Layer, env: PaintEnv): void {
  const { rotation } = env.box;
  const { x, y } = centerOf(env.box);
  ctx.save();
  if (rotation !== 0) {
    ctx.translate(x, y);
    ctx.rotate((rotation * Math.PI) / 180);
    ctx.translate(-x, -y);
  }
  paintUpright(ctx, layer, env);
  ctx.restore();
}

/** Pictures apply their effects themselves, before their corners and shadow. */
function paintUpright(ctx: Canvas2D, layer: Layer, env: PaintEnv): void {
  const { paint, reach } = entryOf(layer);
  const uses = isPicture(layer) ? noEffects : effectsOf(layer as EffectAmounts);
  const area = uses === noEffects ? undefined : reach(layer, env.box);
  if (!area) {
    paint(ctx, layer, env);
    return;
  }
  const spread = onWholePixels(grown(area, spreadOf(layer, env.box) + edge), ctx.getTransform());
  paintWithEffects(ctx, env, uses, spread, (on) => paint(on, layer, env));
}

/** Returns how far effects spread a painted layer beyond its edges, in pixels. A picture keeps its edges. */
function spreadOf(layer: Layer, { width, height }: Box): number {
  return isPicture(layer) ? 0 : effectReach(effectsOf(layer as EffectAmounts), Math.min(width, height));
}

/**
 * Returns a rectangle that contains every pixel that a layer can touch at any time of its animation, including
 * rotation, outline, arrowheads and glow. Never too small; empty (no width and height) if the layer shows nothing.
 * @param box of the layer, in pixels. @returns pixels, not rounded; may lie outside of the canvas.
 */
export function paintedBounds(layer: Layer, box: Box): Rect {
  const center = centerOf(box);
  const reach = entryOf(layer).reach(layer, box);
  if (!reach) return { ...center, width: 0, height: 0 };
  const cos = Math.cos((box.rotation * Math.PI) / 180);
  const sin = Math.sin((box.rotation * Math.PI) / 180);
  const e = center.x - cos * center.x + sin * center.y;
  const f = center.y - sin * center.x - cos * center.y;
  const spread = grown(reach, spreadOf(layer, box));
  return grown(transformedBounds(spread, { a: cos, b: sin, c: -sin, d: cos, e, f }), edge);
}

/**
 * Returns a rectangle that contains every pixel that an upright layer touches in one animation state: at most
 * paintedBounds, and usually smaller. @param ctx used to measure. @returns pixels, not rounded.
 */
export function inkBounds(ctx: Canvas2D, layer: Layer, box: Box, animation: Pick<AnimationState, 'shown'>): Rect {
  const upright = { ...box, rotation: 0 };
  const ink = entryOf(layer).ink?.(ctx, layer, upright, animation);
  return ink ? grown(ink, spreadOf(layer, upright)) : paintedBounds(layer, upright);
}

/**
 * Returns a key of what a layer shows, without its id and position: layers with the same key look the same in boxes of
 * the same size.
 */
export function lookOf(layer: Layer): string {
  return JSON.stringify((entryOf(layer).look ?? withoutPlace)(layer));
}

/** Filters, chroma key and flips are applied after painting, except for the shadow. */
function pictureLook({ type, url, objectFit, crop, globalAlpha, radius, blendMode, ...layer }: PictureLayer): unknown {
  const { shadowColor, shadowBlur, shadowOffsetX, shadowOffsetY, chromaKey, flipped, flippedVertical } = layer;
  const cast = [chromaKey, flipped, flippedVertical];
  const shadow = castsShadow(layer) ? [shadowColor, shadowBlur, shadowOffsetX, shadowOffsetY, blendMode, cast] : [];
  return [type, url, objectFit, crop, globalAlpha, radius, ...shadow];
}

function withoutPlace({ id: _id, position: _at, lockAspectRatio: _ratio, source: _source, ...look }: Layer): object {
  const { name: _name, fieldNames: _fields, group: _group, isLocked: _lock, ...seen } = look;
  return seen;
}

/** Returns the fields of a shape's position that affect its look. */
function pathSize(position: Layer['position']): unknown[] {
  return [position?.scaleX, position?.scaleY, position?.svg_width, position?.svg_height];
}

function entryOf(layer: Layer): Entry<Layer> {
  // The key and the entry's layer are the same type by construction; the compiler cannot follow that.
  return painters[layer.type] as unknown as Entry<Layer>;
}
