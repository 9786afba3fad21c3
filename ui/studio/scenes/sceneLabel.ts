import type { Project } from '../../../engine/project/project.ts';
import { sceneStarts } from '../../../engine/timeline/durations.ts';

/** A time as m:ss; parts of a second are left out. @param seconds 0 or more. */
export function clockTime(seconds: number): string {
  // A sum of lengths such as 2.9999999 means 3.
  const whole = Math.floor(seconds + 1e-6);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** When each scene begins, as m:ss; none where there is only one scene (studio spec §2). */
export function startLabels(project: Project): string[] {
  return project.scenes.length > 1 ? sceneStarts(project).map(clockTime) : [];
}
