import { isPicture } from '../../../engine/kinds/families.ts';
import { backgroundFilled, transparencyFilled } from '../../../engine/project/messages.ts';
import { supportsAlpha } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import type { Media } from '../media/openMedia.ts';
import { hasTransparentPixels } from '../media/transparentPixels.ts';
import { shownName } from '../media/unreadable.ts';
import type { RenderPlan } from '../plan/plan.ts';

/**
 * Returns a sentence for each transparency that a project's output cannot have: of a tool's sources, which tools put on
 * white, and of the project's background.
 * @param plan the project's plan.
 */
export async function alphaNotes(
  { output, scenes, tool }: Project,
  { fillsTransparency }: Pick<RenderPlan, 'fillsTransparency'>,
  { probes, paths }: Pick<Media, 'probes' | 'paths'>,
  signal?: AbortSignal,
): Promise<string[]> {
  if (output.type === 'audio' || supportsAlpha(output)) return [];
  const notes = fillsTransparency ? [backgroundFilled(output)] : [];
  if (tool === undefined) return notes;
  // Layers are in order from front to back. Transparent parts of other layers show what is behind them.
  const lowest = scenes.map(({ layers }) => layers.filter((layer) => isPicture(layer) && !layer.isHidden).at(-1));
  for (const url of new Set(lowest.flatMap((layer) => (layer && 'url' in layer ? [layer.url] : [])))) {
    const [probe, path] = [probes.get(url), paths.get(url)];
    if (probe && path !== undefined && (await hasTransparentPixels(path, probe, signal)))
      notes.push(transparencyFilled(`“${shownName(url)}”`, output));
  }
  return notes;
}
