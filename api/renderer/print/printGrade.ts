import { createHash } from 'node:crypto';
import { cubeFilter, cubeText } from '../../../engine/effects/color.ts';
import { cubeOf } from '../../../engine/effects/colorCube.ts';
import type { ColorGrade } from '../../../engine/project/colorGrade.ts';
import type { RenderPlan, VideoPart } from '../plan/plan.ts';

/** Prints the color correction of a part in 8-bit RGB with straight or no alpha. */
export function printGrade({ grade }: VideoPart): string[] {
  return grade ? [cubeFilter(nameOf(grade))] : [];
}

/** Returns the .cube files of a plan's parts, to be written into its working folder before it runs. */
export function gradeFiles({ scenes }: RenderPlan, work: string): { path: string; text: string }[] {
  const grades = scenes.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'video' && part.grade ? [part.grade] : [])),
  );
  const files = new Map(grades.map((grade) => [nameOf(grade), grade]));
  return [...files].map(([name, grade]) => ({ path: `${work}/${name}`, text: cubeText(cubeOf(grade)) }));
}

/** Equal for equal settings, so that equal plans have equal commands. */
function nameOf(grade: ColorGrade): string {
  return `${createHash('sha256').update(JSON.stringify(grade)).digest('hex').slice(0, 16)}.cube`;
}
