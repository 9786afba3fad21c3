import type { ComponentType } from 'react';
import { lazyPart, type Part } from '../app/lazyPart.ts';
import { type ScreenId, screens } from '../app/screens.ts';
import { MainFooter } from './inspector/MainFooter.tsx';

/** Loads what the first layer needs. */
export const loadSoon = () => import('./soon.ts');
/** Loads everything else. */
export const loadLate = () => import('./late.ts');

type Soon = Awaited<ReturnType<typeof loadSoon>>;
type Late = Awaited<ReturnType<typeof loadLate>>;
/** Names of the components in a module that need no properties. */
type Named<Module> = { [Name in keyof Module]: Module[Name] extends ComponentType ? Name : never }[keyof Module];

/** A component of soon.ts. */
export function soonPart(name: Named<Soon>): Part<object> {
  return lazyPart(async () => (await loadSoon())[name]);
}

/** A component of late.ts. */
export function latePart(name: Named<Late>): Part<object> {
  return lazyPart(async () => (await loadLate())[name]);
}

const screenIds = Object.keys(screens) as ScreenId[];

/**
 * The component of each screen: its footer, its work area in place of the canvas, or the body of its sheet. Only the
 * main footer is part of the first load.
 */
export const screenParts: Record<ScreenId, ComponentType> = {
  ...(Object.fromEntries(screenIds.map((id) => [id, lazyPart(() => loadScreen(id))])) as Record<
    ScreenId,
    Part<object>
  >),
  '': MainFooter,
};

async function loadScreen(id: ScreenId): Promise<ComponentType> {
  const soon: Partial<Record<ScreenId, ComponentType>> = (await loadSoon()).soonScreens;
  const late: Partial<Record<ScreenId, ComponentType>> = soon[id] ? {} : (await loadLate()).lateScreens;
  const found = soon[id] ?? late[id];
  if (!found) throw new Error(`The screen "${id}" has no component.`);
  return found;
}

/** The canvas and its overlays. */
export const Stage = soonPart('Stage');
/** The scene list next to the canvas. */
export const SceneColumn = soonPart('SceneColumn');
/** The container of panels and sheets. */
export const StudioSheet = lazyPart(async () => (await loadSoon()).StudioSheet);
/** Why the project cannot be opened. */
export const ProjectProblems = latePart('ProjectProblems');

/** The footer of a multiple selection. */
export const severalFooter = soonPart('SeveralFooter');

/** Footers of work screens; none by default. */
export const workFooters: Partial<Record<ScreenId, ComponentType>> = {
  timeline: latePart('TimelineFooter'),
  animate: latePart('AnimateFooter'),
};

/** What the header's DONE does on a screen; by default it submits the project. */
export const doneHandlers: Partial<Record<ScreenId, () => void>> = {
  audio: () => void loadLate().then(({ finishAudio }) => finishAudio()),
};
