import { navigate } from 'wouter/use-browser-location';
import { newId } from '../../engine/project/id.ts';
import type { Project } from '../../engine/project/project.ts';
import { saveProject } from '../client/projects/saveProject.ts';

/**
 * Opens a project in the Studio as a new one in the list; the project open there stays in the list.
 * @throws Error if the browser stores nothing.
 */
export async function openInStudio(project: Project): Promise<void> {
  const id = newId();
  await saveProject({ id, project });
  navigate(`/studio/editor?project=${id}`);
}
