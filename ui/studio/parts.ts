import type { ComponentType, ReactNode, RefObject } from 'react';
import { lazyPart, type Part } from '../app/lazyPart.ts';
import { type ScreenId, screens } from '../app/screens.ts';
import { MainFooter } from './inspector/MainFooter.tsx';

/** Loads what the first layer needs. */
export const loadSoon = () => import('./soon.ts');
/** Loads everything else. */
export const loadLate = () => import('./late.ts');

/** Loads the panels around the canvas on wide screens. */
export const loadDocked = () => import('./docked.ts');

type Component = ComponentType<object>;

/** A component of soon.ts. */
export function soonPart(pick: (soon: typeof import('./soon.ts')) => Component): Part<object> {
  return lazyPart(async () => pick(await loadSoon()));
}

/** A component of late.ts. */
function latePart(pick: (late: typeof import('./late.ts')) => Component): Part<object> {
  return lazyPart(async () => pick(await loadLate()));
}

/** The properties of the selection: next to the canvas, or a sheet where there is no room for it. */
export const Inspector = lazyPart(async () => (await loadDocked()).Inspector);

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
  inspector: Inspector,
};

async function loadScreen(id: ScreenId): Promise<ComponentType> {
  const { soonScreens } = await loadSoon();
  if (Object.hasOwn(soonScreens, id)) return soonScreens[id as keyof typeof soonScreens];
  const { lateScreens } = await loadLate();
  return lateScreens[id as keyof typeof lateScreens];
}

/** The canvas and its overlays. */
export const Stage = soonPart((soon) => soon.Stage);
/** The scenes or the files next to the canvas. */
export const LeftDock = lazyPart<{ media: ReactNode }>(async () => (await loadSoon()).LeftDock);
/** The files of the project. */
export const MediaPanel = latePart((late) => late.MediaPanel);
/** The timeline below the canvas. */
export const DockedTimeline = lazyPart<{ place: RefObject<HTMLElement | null> }>(
  async () => (await loadDocked()).DockedTimeline,
);
/** The container of panels and sheets. */
export const StudioSheet = lazyPart(async () => (await loadSoon()).StudioSheet);
/** Why the project cannot be opened. */
export const ProjectProblems = latePart((late) => late.ProjectProblems);

/** The footer of a multiple selection. */
export const severalFooter = soonPart((soon) => soon.SeveralFooter);

/** Footers of work screens; none by default. */
export const workFooters: Partial<Record<ScreenId, ComponentType>> = {
  timeline: latePart((late) => late.TimelineFooter),
  animate: latePart((late) => late.AnimateFooter),
};

/** What the header's DONE does on a screen; by default it submits the project. */
export const doneHandlers: Partial<Record<ScreenId, () => void>> = {
  audio: () => void loadLate().then(({ finishAudio }) => finishAudio()),
};
