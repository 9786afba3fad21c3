import { renameProject } from '../../../engine/edit/renameProject.ts';
import { change } from './studio.ts';

/** Renames the project; '' removes the name. At most 200 characters. */
export function rename(name: string): void {
  change((project) => renameProject(project, name));
}
