import type { ComponentType } from 'react';
import { MainFooter } from './footer/MainFooter.tsx';
import { EXPORT_HERE } from './state/go.ts';
import { lazyPart } from './state/parts.ts';

/** A route of the editor that changes what stands below the canvas. */
export interface FooterRoute {
  /** Below /studio/editor; '' is the editor itself. A layer's id follows "layer". */
  path: string;
  title: string;
  Footer: ComponentType;
  /** Whether it stays when a layer is selected; all others then make way for the layer's own route (studio spec §2). */
  keepsLayer?: true;
}

/** A route of the editor that takes the canvas's place (studio spec §2: timeline, audio, trimmers, animate). */
export interface WorkRoute {
  path: string;
  title: string;
  /** Loaded when it is opened. */
  Work: ComponentType;
  /** What stands below it; nothing unless given. */
  Footer?: ComponentType;
  /** Whether it stays when a layer is selected; all others then make way for the layer's own route (studio spec §2). */
  keepsLayer?: true;
  /** Whether it only makes sense with a layer selected; without one the editor is shown. */
  needsLayer?: true;
  /** Whether the way home and DONE are left out of the header (studio spec §2). */
  hidesHeader?: true;
  /** What DONE of the header does here; has the project rendered unless given. */
  onDone?: () => void;
}

/** A route of the editor that opens over it, and closes by its button, by Escape and by a click beside it. */
export interface OverRoute {
  path: string;
  title: string;
  /** Loaded when it is opened. */
  Panel: ComponentType;
  /** Whether it only makes sense with a layer selected; without one the editor is shown. */
  needsLayer?: true;
  /** Which footer stays in sight below it while no layer is selected; the main one unless given. */
  above?: string;
  /** Whether what it changes is seen at once: the canvas then moves out of its way (useInSight). */
  besideCanvas?: true;
}

/** Panels are small and share most of their parts: they come as one file, when the first of them is opened. */
function panel(name: keyof typeof import('./panels/all.ts')): ComponentType {
  return lazyPart(async () => (await import('./panels/all.ts'))[name]);
}

/** The panels of effects: one more file. */
function effect(name: keyof typeof import('./effects/all.ts')): ComponentType {
  return lazyPart(async () => (await import('./effects/all.ts'))[name]);
}

/** What the editor shows at first is there at once; the controls of layers and canvas come together, when one is needed. */
function footer(name: keyof typeof import('./footer/all.ts')): ComponentType {
  return lazyPart(async () => (await import('./footer/all.ts'))[name]);
}

/** All routes with a footer of their own. */
const footerRoutes: readonly FooterRoute[] = [
  { path: '', title: 'Studio', Footer: MainFooter },
  { path: 'layer', title: 'Layer', Footer: footer('LayerFooter'), keepsLayer: true },
  { path: 'text', title: 'Edit text', Footer: footer('TextFooter'), keepsLayer: true },
  { path: 'background', title: 'Background', Footer: footer('BackgroundFooter') },
  { path: 'shape', title: 'Add shape', Footer: footer('ShapeFooter') },
  { path: 'size', title: 'Resize', Footer: footer('SizeFooter') },
];

/** All routes that take the canvas's place. */
const workRoutes: readonly WorkRoute[] = [
  {
    path: 'timeline',
    title: 'Timeline',
    Work: lazyPart(async () => (await import('./timeline/Timeline.tsx')).default),
    Footer: lazyPart(async () => (await import('./timeline/TimelineFooter.tsx')).TimelineFooter),
    keepsLayer: true,
    hidesHeader: true,
  },
  {
    path: 'animate',
    title: 'Animate',
    Work: lazyPart(async () => (await import('./animate/Animate.tsx')).default),
    Footer: lazyPart(async () => (await import('./animate/AnimateFooter.tsx')).AnimateFooter),
    keepsLayer: true,
    needsLayer: true,
  },
  {
    path: 'trimmer',
    title: 'Trim video',
    Work: lazyPart(async () => (await import('./trim/Trimmer.tsx')).default),
    keepsLayer: true,
    needsLayer: true,
    hidesHeader: true,
  },
  {
    path: 'audio',
    title: 'Audio',
    Work: lazyPart(async () => (await import('./audio/Audio.tsx')).default),
    onDone: () => void import('./audio/finishAudio.ts').then(({ finishAudio }) => finishAudio()),
  },
  {
    path: 'audio-trimmer',
    title: 'Trim audio',
    Work: lazyPart(async () => (await import('./audio/AudioTrimmer.tsx')).default),
    hidesHeader: true,
  },
];

/** All routes that open over the editor. */
const overRoutes: readonly OverRoute[] = [
  { path: 'upload', title: 'Upload', Panel: panel('Upload') },
  { path: 'drag-upload', title: 'Upload', Panel: panel('DragUpload') },
  { path: 'replace', title: 'Replace', Panel: panel('Replace'), needsLayer: true },
  {
    path: 'background/color',
    title: 'Background colour',
    Panel: panel('BackgroundColor'),
    above: 'background',
    besideCanvas: true,
  },
  { path: 'colors', title: 'Colour', Panel: panel('LayerColor'), needsLayer: true, besideCanvas: true },
  {
    path: 'outline-colors',
    title: 'Outline colour',
    Panel: panel('OutlineColor'),
    needsLayer: true,
    besideCanvas: true,
  },
  { path: 'fonts', title: 'Fonts', Panel: panel('Fonts'), needsLayer: true, besideCanvas: true },
  { path: 'speed', title: 'Speed', Panel: effect('Speed'), needsLayer: true, besideCanvas: true },
  { path: 'filters', title: 'Filters', Panel: effect('Filters'), needsLayer: true, besideCanvas: true },
  { path: 'volume', title: 'Volume', Panel: effect('Volume'), needsLayer: true, besideCanvas: true },
  { path: 'transition', title: 'Transition', Panel: effect('TransitionPanel'), besideCanvas: true },
  { path: 'layers', title: 'Layers', Panel: panel('Layers'), besideCanvas: true },
  { path: 'scenes', title: 'Scenes', Panel: panel('Scenes') },
  { path: 'more-options', title: 'More', Panel: panel('MoreOptions') },
  { path: 'settings', title: 'Settings', Panel: panel('Settings') },
  {
    path: 'output',
    title: 'Output',
    Panel: lazyPart(async () => (await import('./output/Output.tsx')).default),
    besideCanvas: true,
  },
  {
    path: 'export',
    title: EXPORT_HERE,
    Panel: lazyPart(async () => (await import('./export/ExportSheet.tsx')).default),
  },
  { path: 'projects', title: 'Projects', Panel: panel('Projects') },
  { path: 'shortcuts', title: 'Keyboard shortcuts', Panel: panel('Shortcuts') },
];

/** Where in the editor a path leads. */
export interface Place {
  footer: FooterRoute;
  work?: WorkRoute;
  over?: OverRoute;
  /** The layer that the path names. */
  layerId?: string;
}

/**
 * Reads a path below /studio/editor, without slashes at its ends.
 * @returns undefined for a path that the editor does not have.
 */
export function placeOf(path: string): Place | undefined {
  const layerId = /^layer\/([^/]+)$/.exec(path)?.[1];
  if (layerId !== undefined) return { footer: footerAt('layer'), layerId: decoded(layerId) };
  const work = workRoutes.find((route) => route.path === path);
  if (work) return { footer: footerAt(''), work };
  const over = overRoutes.find((route) => route.path === path);
  if (over) return { footer: footerAt(over.above ?? ''), over };
  const footer = footerRoutes.find((route) => route.path === path && route.path !== 'layer');
  return footer && { footer };
}

/**
 * Reads a path of the whole page, as the address line has it.
 * @returns undefined for a path that is not the editor's, or that the editor does not have.
 */
export function placeAt(pathname: string): Place | undefined {
  const below = /^\/studio\/editor(?:\/(.*?))?\/?$/.exec(pathname);
  return below ? placeOf(below[1] ?? '') : undefined;
}

function footerAt(path: string): FooterRoute {
  return footerRoutes.find((route) => route.path === path) as FooterRoute;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
