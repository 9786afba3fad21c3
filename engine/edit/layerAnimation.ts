import * as z from 'zod';
import { animationsOf } from '../kinds/families.ts';
import type { LayerAnimation } from '../project/layerMotion.ts';
import { fieldsOfLayer, type Layer } from '../project/layers.ts';
import { MAX_ANIMATION_SECONDS, MIN_ANIMATION_SECONDS } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { layerBefore } from '../timeline/clipTransitions.ts';
import { withSceneLength } from './animate.ts';
import { findLayer, withLayer } from './find.ts';
import { withOutputKind } from './still.ts';

/** Enter or exit animation. */
export type AnimationEnd = 'animateIn' | 'animateOut';

/**
 * Sets the enter or exit animation of a layer. A changed one starts fresh, without the offset of a split. A scene
 * without a length becomes a video of 5 s.
 * @param change undefined: none. Absent values stay; a length is clamped to its range; a type that the layer's kind
 * lacks changes nothing.
 */
export function setLayerAnimation(
  project: Project,
  layerId: string,
  end: AnimationEnd,
  change: Partial<Pick<LayerAnimation, 'type' | 'duration' | 'side' | 'over'>> | undefined,
): Project {
  const found = findLayer(project, layerId);
  if (!found) return project;
  const { [end]: before, ...rest } = found.layer as Layer & Partial<Record<AnimationEnd, LayerAnimation>>;
  const set = (to: Project, layer: Layer) =>
    withOutputKind(
      to,
      withLayer(to, layerId, () => layer),
    );
  if (!change) return before ? set(project, rest as Layer) : project;
  const { type = before?.type, duration = before?.duration, side = before?.side, over = before?.over } = change;
  const made = parsed(found.layer, end, {
    type,
    ...(side ? { side } : {}),
    ...(over && end === 'animateIn' ? { over } : {}),
    ...(Number.isFinite(duration)
      ? { duration: Math.min(MAX_ANIMATION_SECONDS, Math.max(MIN_ANIMATION_SECONDS, duration as number)) }
      : {}),
  });
  if (!made || JSON.stringify(made) === JSON.stringify(before)) return project;
  return set(withSceneLength(project, found.scene), { ...rest, [end]: made } as Layer);
}

/** Returns the layer that ends where a layer starts, so that there can be a transition between the two. */
export function neighborBefore(project: Project, layerId: string): Layer | undefined {
  const found = findLayer(project, layerId);
  return found && layerBefore(found.scene.layers, found.layer);
}

/** Makes the enter animation of a layer a transition from its neighbor, a crossfade by default; or removes it. */
export function toggleTransition(project: Project, layerId: string): Project {
  const { animateIn } = animationsOf(findLayer(project, layerId)?.layer ?? ({} as Layer));
  const next = { type: animateIn?.type ?? 'fade', over: true } as const;
  return setLayerAnimation(project, layerId, 'animateIn', animateIn?.over ? undefined : next);
}

function parsed(layer: Layer, end: AnimationEnd, value: unknown): LayerAnimation | undefined {
  const field = fieldsOfLayer(layer.type)[end];
  const result = field instanceof z.ZodType ? field.safeParse(value, { jitless: true }) : undefined;
  return result?.success ? (result.data as LayerAnimation | undefined) : undefined;
}
