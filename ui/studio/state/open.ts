import { proxy } from 'valtio/vanilla';
import { navigate } from 'wouter/use-browser-location';
import { withCanvasSize } from '../../../engine/edit/canvas.ts';
import { newProject } from '../../../engine/edit/newProject.ts';
import { truncateName } from '../../../engine/edit/truncateName.ts';
import type { Size } from '../../../engine/layout/box.ts';
import { newId } from '../../../engine/project/id.ts';
import { fileReferences } from '../../../engine/project/media.ts';
import type { Unreadable } from '../../../engine/project/migrate.ts';
import type { Problem } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { place } from '../../app/place.ts';
import { restoreMedia } from '../../client/media/restoreMedia.ts';
import { showNote } from '../../client/page/notices.ts';
import { baseOf, setBase } from '../../client/projects/bases.ts';
import { loadSamples, samples } from '../../client/projects/samples.ts';
import { headOf, loadSaved } from '../../client/projects/saved.ts';
import type { Imported } from '../../client/projects/unpackProject.ts';
import { saveNow } from './autosaveStudio.ts';
import { EDITOR } from './go.ts';
import { player } from './player.ts';
import { change, hasContent, openProject, studio } from './studio.ts';

/** The project that could not be opened, and its problems. */
export const broken = proxy({
  name: '',
  problems: [] as Pick<Problem, 'pointer' | 'message'>[],
  text: '',
});

/** Shows the blank canvas of a new project. */
export function startBlank(): void {
  studio.showCanvas = true;
}

/** Shows the blank canvas of a new project in a size, in pixels. */
export function startSized(size: Size): void {
  change((project) => withCanvasSize(project, size));
  startBlank();
}

/** Opens a new, empty project at the start screen. The previous one stays in the list of saved projects. */
export async function startNew(): Promise<void> {
  const offerBack = await saveBeforeLeaving();
  openProject({ projectId: newId(), project: newProject(newId), showCanvas: false });
  navigate(EDITOR);
  offerBack();
}

/** Opens one of the saved projects. @param options.path default: the editor. */
export async function openSaved(
  id: string,
  { path = EDITOR, ...options }: { path?: string; replace?: boolean } = {},
): Promise<void> {
  const before = studio.projectId;
  const offerBack = await saveBeforeLeaving();
  const loaded = await loadSaved(id);
  if (!loaded.ok) return showBroken('This project', loaded);
  // Its undo steps stay.
  const current = id === before && studio.phase === 'open' ? baseOf(id) : undefined;
  if (current?.revision === loaded.base.revision && current.project === studio.project) return navigate(path, options);
  await restoreMedia(fileReferences(loaded.value).map(({ url }) => url));
  setBase(id, loaded.base);
  openProject({ projectId: id, project: loaded.value });
  navigate(path, options);
  if (id !== before) offerBack();
}

/**
 * Opens the project named by the address: a saved one (as the link back from a render does), or a copy of a sample.
 * Then removes the parameters from the address.
 */
export async function openFromAddress(): Promise<void> {
  const query = new URLSearchParams(place.search);
  const [id, sample] = [query.get('project'), query.get('sample')];
  if (id === null && sample === null) return;
  query.delete('project');
  query.delete('sample');
  navigate(place.path + (query.size > 0 ? `?${query}` : ''), { replace: true });
  if (id === null) return openSample(sample ?? '');
  if (studio.phase === 'open' && studio.projectId === id) return;
  if (await headOf(id)) await openSaved(id, { replace: true, path: place.screen === 'export' ? place.path : EDITOR });
  else showNote('This browser no longer has the project of this render.');
}

async function openSample(id: string): Promise<void> {
  await loadSamples();
  const sample = samples.list.find((one) => one.id === id);
  if (sample) await openCopy({ name: sample.name, ...sample.project }, { replace: true });
  else showNote('This sample does not exist.');
}

/** Opens an imported project as a new one and reports missing media. */
export async function openImported(imported: Imported, fileName: string): Promise<void> {
  if (!imported.ok) {
    // Nothing is saved while the problems are shown.
    await saveNow();
    return showBroken(fileName, imported);
  }
  await openCopy({ name: nameOf(fileName), ...imported.project });
  const { missing } = imported;
  if (missing.length > 0) {
    showNote(
      missing.length === 1
        ? `A file is missing: ${missing[0]}.`
        : `${missing.length} files are missing, for example ${missing[0]}.`,
    );
  }
}

/** Opens a project that is not in the list of saved ones yet, such as a sample or the source of a render. */
export async function openCopy(project: Project, options: { replace?: boolean } = {}): Promise<void> {
  const offerBack = await saveBeforeLeaving();
  openProject({ projectId: newId(), project });
  await saveNow();
  navigate(EDITOR, options);
  offerBack();
}

/**
 * Saves the open project before another one replaces it.
 * @returns a callback for afterwards: if the project could not be saved, it shows a note that offers to go back.
 */
async function saveBeforeLeaving(): Promise<() => void> {
  const { phase, projectId, project, selectedSceneId, selectedLayerId, showCanvas } = studio;
  const studioTime = player.time;
  const isListed = await saveNow();
  if (isListed || phase !== 'open' || !hasContent(project, false)) return () => {};
  const back = () => {
    openProject({ projectId, project, selectedSceneId, selectedLayerId, studioTime, showCanvas });
    navigate(EDITOR);
  };
  return () =>
    showNote('The previous project could not be saved in this browser.', { action: { label: 'Go back', run: back } });
}

/** Shows the problems of a project instead of the editor. */
export function showBroken(name: string, { problems, text }: Omit<Unreadable, 'ok'>): void {
  Object.assign(broken, { name, problems, text });
  studio.phase = 'broken';
}

/** Returns from the problems to the project that was open, or to a new one. */
export function leaveBroken(): void {
  studio.phase = 'open';
}

function nameOf(fileName: string): string {
  return truncateName(fileName.replace(/\.(json|zip)$/i, ''));
}
