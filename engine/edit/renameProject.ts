import type { Project } from '../project/project.ts';
import { truncateName } from './truncateName.ts';

/** Renames the project; trims spaces; an empty name removes it. Cut to 200 characters between graphemes. */
export function renameProject(project: Project, name: string): Project {
  const trimmed = truncateName(name.trim()).trimEnd();
  const { name: before, ...unnamed } = project;
  if (trimmed === (before ?? '')) return project;
  return trimmed === '' ? unnamed : { ...project, name: trimmed };
}
