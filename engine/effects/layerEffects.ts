import type { EffectAmounts } from '../project/effectFields.ts';
import { blur } from './blur.ts';
import type { EffectImage, EffectPlanes, LayerEffect, Lengths } from './layerEffect.ts';

/** Effects on the picture of a layer, in order of application. */
export const layerEffects: readonly LayerEffect[] = [blur];

/** An effect with its amount. */
export interface EffectUse {
  effect: LayerEffect;
  amount: number;
}

/** The effects of a layer without any. */
export const noEffects: readonly EffectUse[] = [];

/** Returns the effects of a layer that change its picture; for none the object `noEffects`. */
export function effectsOf(layer: EffectAmounts): readonly EffectUse[] {
  const uses = layerEffects.flatMap((effect) => {
    const amount = layer[effect.id] ?? 0;
    return amount === 0 ? [] : [{ effect, amount }];
  });
  return uses.length > 0 ? uses : noEffects;
}

/** Returns how far a pixel affects others, in the unit of `shorter`. @param shorter side of the layer's box. */
export function effectReach(uses: readonly EffectUse[], shorter: number): number {
  return uses.reduce((sum, { effect, amount }) => sum + effect.reach(amount) * shorter, 0);
}

/** Applies effects to an image, in place. @param shorter side of the layer's box in pixels of the image. */
export function applyEffects(image: EffectImage, uses: readonly EffectUse[], shorter: Lengths): void {
  for (const { effect, amount } of uses) effect.pixels(image, amount, shorter);
}

/** Returns the ffmpeg filters of effects. @param shorter side of the layer's box, in pixels. */
export function effectFilters(uses: readonly EffectUse[], shorter: number, planes: EffectPlanes): string[] {
  return uses.flatMap(({ effect, amount }) => effect.filters(amount, { x: shorter, y: shorter }, planes));
}
