import { navigate } from 'wouter/use-browser-location';
import { selectLayer, studio } from './studio.ts';

/** Where the editor is (studio spec §2). */
export const EDITOR = '/studio/editor';

/** Goes to a route of the editor. @param route without the editor's own path, such as "layers"; '' for the editor. */
export function goTo(route: string, options: { replace?: boolean } = {}): void {
  navigate(pathOf(route), options);
}

/** The path of a route of the editor. */
export function pathOf(route: string): string {
  return route === '' ? EDITOR : `${EDITOR}/${route}`;
}

/** Opens a route that takes the canvas's place; `leaveFor` then goes back instead of adding another step. */
export function openWork(route: string): void {
  navigate(pathOf(route), { state: { from: location.pathname } });
}

/** Opens a route over the editor; closing it goes back to where it was opened. */
export function openOver(route: string): void {
  navigate(pathOf(route), { state: { over: true } });
}

/** Closes what lies over the editor: back to where it was opened, or, when it was opened by its address, to the editor. */
export function closeOver(): void {
  if (history.state?.over === true) history.back();
  else
    navigate(location.pathname === pathOf('background/color') ? pathOf('background') : homePath(), { replace: true });
}

/** What the way to a file without a server is called. */
export const EXPORT_HERE = 'Export in this browser';

/** Opens the sheet of the export that needs no server. */
export function openExport(): void {
  openOver('export');
}

/** Selects a layer and opens its route. */
export function openLayer(layerId: string): void {
  if (selectLayer(layerId)) navigate(pathOf(`layer/${encodeURIComponent(layerId)}`));
}

/** Lets go of the selected layer and goes to the editor, as Back does (studio spec §2). */
export function leaveLayer(options: { replace?: boolean } = {}): void {
  selectLayer(null);
  navigate(EDITOR, options);
}

/** Where the editor rests: at the selected layer, else at its root. */
export function homePath(): string {
  return studio.selectedLayerId === null ? EDITOR : pathOf(`layer/${encodeURIComponent(studio.selectedLayerId)}`);
}
