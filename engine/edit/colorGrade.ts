import { isPicture } from '../kinds/families.ts';
import { type ColorGrade, colorGrade } from '../project/colorGrade.ts';
import { gradeOf } from '../project/gradeOf.ts';
import type { Project } from '../project/project.ts';
import { withLayer } from './find.ts';

/** The color correction that changes nothing. */
export const neutralGrade: ColorGrade = colorGrade.parse({}, { jitless: true });

/**
 * Changes the color correction of an image or video. Ignores invalid values. Removes a correction that changes nothing.
 * @param change changes to the current one, or to the neutral one. undefined: removes it.
 */
export function setColorGrade(project: Project, layerId: string, change: Partial<ColorGrade> | undefined): Project {
  return withLayer(project, layerId, (layer) => {
    if (!isPicture(layer)) return layer;
    const { color: before, ...plain } = layer;
    const after = change && colorGrade.safeParse({ ...before, ...change }, { jitless: true });
    if (after && !after.success) return layer;
    const color = after && gradeOf({ color: after.data });
    if (!color) return before ? plain : layer;
    return JSON.stringify(color) === JSON.stringify(before) ? layer : { ...layer, color };
  });
}
