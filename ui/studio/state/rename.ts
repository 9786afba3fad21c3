import { renameProject } from '../../../engine/edit/renameProject.ts';
import { change } from './studio.ts';

/** Gives the project another name; '' takes it away. At most 200 characters. */
export function rename(name: string): void {
  change((project) => renameProject(project, name));
}
