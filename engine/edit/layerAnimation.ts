import * as z from 'zod';
import type { LayerAnimation } from '../project/layerMotion.ts';
import { fieldsOfLayer, type Layer } from '../project/layers.ts';
import { MAX_ANIMATION_SECONDS, MIN_ANIMATION_SECONDS } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
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
  change: Partial<Pick<LayerAnimation, 'type' | 'duration' | 'side'>> | undefined,
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
  const { type = before?.type, duration = before?.duration, side = before?.side } = change;
  const made = parsed(found.layer, end, {
    type,
    ...(side ? { side } : {}),
    ...(Number.isFinite(duration)
      ? { duration: Math.min(MAX_ANIMATION_SECONDS, Math.max(MIN_ANIMATION_SECONDS, duration as number)) }
      : {}),
  });
  if (!made || JSON.stringify(made) === JSON.stringify(before)) return project;
  return set(withSceneLength(project, found.scene), { ...rest, [end]: made } as Layer);
}

function parsed(layer: Layer, end: AnimationEnd, value: unknown): LayerAnimation | undefined {
  const field = fieldsOfLayer(layer.type)[end];
  const result = field instanceof z.ZodType ? field.safeParse(value, { jitless: true }) : undefined;
  return result?.success ? (result.data as LayerAnimation | undefined) : undefined;
}
