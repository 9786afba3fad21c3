import { isTransparent } from '../layout/color.ts';
import { allLayers } from '../project/allLayers.ts';
import type { Project } from '../project/project.ts';

/** Fields of layers that contain a color. */
const fields = ['color', 'background', 'stroke', 'textShadow', 'gradientColor', 'highlightColor', 'shadowColor'];

/**
 * Returns the colors of a project's scenes and layers as they are written, the most frequent first, without transparent
 * ones.
 */
export function usedColors(project: Project): string[] {
  const counts = new Map<string, number>();
  const found = [
    ...project.scenes.map(({ background }) => background),
    ...allLayers(project).flatMap((layer) =>
      Object.entries(layer).flatMap(([name, value]) =>
        fields.includes(name) && typeof value === 'string' ? [value] : [],
      ),
    ),
  ];
  for (const color of found) if (!isTransparent(color)) counts.set(color, (counts.get(color) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([color]) => color);
}
