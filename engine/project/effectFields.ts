import * as z from 'zod';

/** An amount in percent; absent or 0: the effect changes nothing. */
const amount = z.number().min(0).max(100).optional();

/** Effects on the picture of any visual layer, in order of application; engine/effects/layerEffects.ts describes them. */
export const effectFields = {
  /** Standard deviation of a Gaussian blur, in percent of 5 % of the layer's shorter side. */
  blur: amount,
};

/** Fields of a layer with amounts of effects. */
export type EffectName = keyof typeof effectFields;
/** Amounts of effects, as parsed. */
export type EffectAmounts = Partial<Record<EffectName, number | undefined>>;

/** Names of all effects. */
export const effectNames = Object.keys(effectFields) as EffectName[];

/** Returns whether a layer has an effect on its picture. */
export function hasLayerEffects(layer: EffectAmounts): boolean {
  return effectNames.some((name) => (layer[name] ?? 0) > 0);
}
