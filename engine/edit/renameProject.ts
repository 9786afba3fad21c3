import type { Project } from '../project/project.ts';
import { cutName } from './cutName.ts';

/** Names the project; spaces around are left out, an empty name means none. At most 200 characters, whole letters. */
export function renameProject(project: Project, name: string): Project {
  const trimmed = cutName(name.trim()).trimEnd();
  const { name: before, ...unnamed } = project;
  if (trimmed === (before ?? '')) return project;
  return trimmed === '' ? unnamed : { ...project, name: trimmed };
}
