import type { Layer } from '../../engine/project/layers.ts';

/** Properties of a screen: header, canvas, keys, playback and dropped files. */
export interface Screen {
  title: string;
  /** footer: controls below the canvas. work: replaces the canvas. sheet: a dialog over the editor. */
  kind: 'footer' | 'work' | 'sheet';
  /**
   * Types of layer that the screen edits. Without a selected layer, redirects to the editor; with another type, to that
   * layer's own screen.
   */
  layers?: 'any' | readonly Layer['type'][];
  /**
   * Whether it stays open when a layer is selected, as sheets do. Other screens are replaced by the layer's own screen.
   */
  keepsLayer?: true;
  /** Whether it edits the scene's background. */
  isBackground?: true;
  /** Whether it covers all scenes: playback continues through them, whatever is selected. */
  isAllScenes?: true;
  /** Whether layers are hidden: keys must not change, copy or paste them then. */
  hidesLayers?: true;
  /** Whether the header omits the home link and DONE. */
  hidesHeader?: true;
  /**
   * Handling of dropped files; by default they become layers. taken: the screen handles them. audio: becomes the audio
   * track. replace: the first file replaces the selected layer. many: renders the project with each file. refused:
   * rejected, since the current work would be lost.
   */
  drop?: 'taken' | 'audio' | 'replace' | 'many' | 'refused';
  /** For sheets: the footer shown below while no layer is selected; closing leads there. */
  above?: 'background';
  /** For sheets: whether changes are visible at once. The canvas then moves aside, and undo and Space work. */
  isNextToCanvas?: true;
  /** For sheets: whether choices are applied only on close, so that undo does not affect them. */
  isDraft?: true;
  /** For sheets: position; at the side by default. */
  shape?: 'middle' | 'wide' | 'page' | 'full';
  /** For sheets: maximum height on a phone in percent; 78 by default. */
  phoneHeight?: number;
}

const nextToCanvas = { kind: 'sheet', isNextToCanvas: true } as const;
/** Next to the canvas: colors and fonts of the selection. */
const palette = { ...nextToCanvas, phoneHeight: 54 } as const;
/** Next to the canvas: effects, animation, audio, and lists. */
const effect = { ...nextToCanvas, phoneHeight: 62 } as const;
const seen = ['text', 'image', 'video', 'shape', 'placeholder', 'subtitles'] as const;
const inTheMiddle = { kind: 'sheet', shape: 'middle' } as const;

/** All screens of the Studio by path below /studio/editor; a layer's id follows "layer". */
export const screens = {
  '': { title: 'Studio', kind: 'footer' },
  layer: { title: 'Layer', kind: 'footer', keepsLayer: true },
  text: { title: 'Edit text', kind: 'footer', keepsLayer: true, layers: ['text'] },
  crop: { title: 'Crop', kind: 'footer', keepsLayer: true, layers: ['video', 'image'] },
  background: { title: 'Background', kind: 'footer', isBackground: true },
  shape: { title: 'Add shape', kind: 'footer' },
  size: { title: 'Resize', kind: 'footer' },

  timeline: { title: 'Timeline', kind: 'work', keepsLayer: true, isAllScenes: true, hidesHeader: true },
  animate: { title: 'Animate', kind: 'work', keepsLayer: true, layers: ['text'] },
  trimmer: {
    title: 'Trim',
    kind: 'work',
    keepsLayer: true,
    layers: ['video', 'audio'],
    hidesLayers: true,
    hidesHeader: true,
    drop: 'refused',
  },
  audio: { title: 'Audio', kind: 'work', isAllScenes: true, hidesLayers: true, drop: 'audio' },
  'audio-trimmer': { title: 'Trim audio', kind: 'work', hidesLayers: true, hidesHeader: true, drop: 'audio' },

  upload: { title: 'Upload', ...inTheMiddle, drop: 'taken' },
  'drag-upload': { title: 'Upload', ...inTheMiddle, drop: 'taken' },
  replace: { title: 'Replace', ...inTheMiddle, layers: 'any', drop: 'replace' },
  'background/color': { title: 'Background color', ...palette, isBackground: true, above: 'background' },
  colors: { title: 'Color', ...palette, layers: 'any' },
  'outline-colors': { title: 'Outline color', ...palette, layers: 'any' },
  'text-background': { title: 'Text background', ...palette, layers: ['text'] },
  'text-style': { title: 'Text style', ...palette, layers: ['text'] },
  fonts: { title: 'Fonts', ...palette, layers: ['text'] },
  arrange: { title: 'Arrange', ...palette, layers: 'any' },
  inspector: { title: 'Properties', ...effect },
  time: { title: 'Time', ...effect, layers: 'any' },
  speed: { title: 'Speed', ...effect, layers: ['video', 'audio'] },
  filters: { title: 'Filters', ...effect, layers: ['video', 'image'] },
  'picture-style': { title: 'Style', ...effect, layers: ['video', 'image'] },
  'chroma-key': { title: 'Chroma key', ...effect, layers: ['video', 'image'] },
  volume: { title: 'Volume', ...effect, layers: ['video', 'audio'] },
  'in-and-out': { title: 'In and out', ...effect, layers: seen },
  keyframes: { title: 'Keyframes', ...effect, layers: seen },
  motion: { title: 'Motion', ...effect, layers: ['image'] },
  'voice-over': { title: 'Voice-over', ...effect, isAllScenes: true },
  markers: { title: 'Markers', ...effect, isAllScenes: true },
  transition: { title: 'Transition', ...effect },
  subtitles: { title: 'Subtitles', ...effect },
  'subtitles/transcribe': { title: 'Auto-generate subtitles', ...inTheMiddle },
  search: { title: 'Images', ...effect },
  media: { title: 'Media', ...effect, phoneHeight: 78 },
  layers: { title: 'Layers', ...effect },
  scenes: { title: 'Scenes', kind: 'sheet' },
  'more-options': { title: 'More', kind: 'sheet' },
  settings: { title: 'Settings', kind: 'sheet' },
  output: { title: 'Output', ...nextToCanvas, isDraft: true },
  export: { title: 'Export', kind: 'sheet' },
  'many-files': { title: 'Apply to many files', ...inTheMiddle, drop: 'many' },
  projects: { title: 'Projects', kind: 'sheet', shape: 'full' },
  templates: { title: 'Templates', kind: 'sheet', shape: 'wide', drop: 'refused' },
  'many-rows': { title: 'Batch', kind: 'sheet', shape: 'page', drop: 'refused' },
  shortcuts: { title: 'Keyboard shortcuts', kind: 'sheet', shape: 'wide' },
} as const satisfies Record<string, Screen>;

/** The id of a screen: its path below /studio/editor. */
export type ScreenId = keyof typeof screens;

/** The properties of a screen. @param id undefined for a page outside the Studio, for which it returns undefined. */
export function screenOf(id: ScreenId): Screen;
export function screenOf(id: ScreenId | undefined): Screen | undefined;
export function screenOf(id: ScreenId | undefined): Screen | undefined {
  return id === undefined ? undefined : screens[id];
}

/** Whether a sheet is open, which then has the keyboard. */
export function isSheet(id: ScreenId | undefined): boolean {
  return screenOf(id)?.kind === 'sheet';
}

/** The screen of a page path as in the address bar; undefined if the Studio has none. */
export function screenAt(path: string): { screen: ScreenId; layerId?: string } | undefined {
  const editor = /^\/studio\/editor(?:\/(.*?))?\/?$/.exec(path);
  if (!editor) return undefined;
  const [, below = ''] = editor;
  const layerId = /^layer\/([^/]+)$/.exec(below)?.[1];
  if (layerId !== undefined) return { screen: 'layer', layerId: decoded(layerId) };
  return isScreen(below) && below !== 'layer' ? { screen: below } : undefined;
}

function isScreen(path: string): path is ScreenId {
  return Object.hasOwn(screens, path);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
