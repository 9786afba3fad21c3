import type { Layer } from '../../engine/project/layers.ts';

/** Everything that the rest of the Studio must know of a screen: header, canvas, keys, playing, dropped files. */
export interface Screen {
  title: string;
  /** footer: controls below the canvas. work: in the canvas's place. sheet: a dialog over the editor. */
  kind: 'footer' | 'work' | 'sheet';
  /**
   * The types of layer that it is about. Without a selected layer the editor is shown instead, with one of another type
   * that layer's own screen.
   */
  layers?: 'any' | readonly Layer['type'][];
  /** Whether it stays when a layer is selected, as sheets do; the others make way for the layer's own screen. */
  keepsLayer?: true;
  /** Whether it is about the scene's background. */
  isBackground?: true;
  /** Whether it is about all scenes: playing goes on from one to the next, whatever is selected. */
  isAllScenes?: true;
  /** Whether layers are out of sight: no key changes, copies or pastes them unseen. */
  hidesLayers?: true;
  /** Whether the way home and DONE are left out of the header. */
  hidesHeader?: true;
  /**
   * What becomes of files that are dropped; new layers unless given. taken: the screen takes them itself. audio: the
   * audio. replace: the first takes the selected layer's place. many: the project is made with each. refused: what is under
   * way would be lost.
   */
  drop?: 'taken' | 'audio' | 'replace' | 'many' | 'refused';
  /** Of a sheet: the footer that stays in sight below it without a selected layer; closing leads there. */
  above?: 'background';
  /** Of a sheet: whether what it changes is seen at once. The canvas then moves out of its way, and undo and Space work. */
  besideCanvas?: true;
  /** Of a sheet: whether its choices count only when it is left, so that undo would not mean them. */
  isDraft?: true;
  /** Of a sheet: where it stands; at the side unless given. */
  shape?: 'middle' | 'wide' | 'page';
  /** Of a sheet: the most of a phone's height that it takes, percent; 78 unless given. */
  phoneHeight?: number;
}

const beside = { kind: 'sheet', besideCanvas: true } as const;
/** Beside the canvas, about the colors and letters of what is selected. */
const palette = { ...beside, phoneHeight: 54 } as const;
/** Beside the canvas, about how a video plays, looks and sounds, a picture moves, or what there is. */
const effect = { ...beside, phoneHeight: 62 } as const;
const seen = ['text', 'image', 'video', 'shape', 'placeholder', 'subtitles'] as const;
const inTheMiddle = { kind: 'sheet', shape: 'middle' } as const;

/** Every screen of the Studio under its path below /studio/editor; a layer's id follows "layer". */
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
  layers: { title: 'Layers', ...effect },
  scenes: { title: 'Scenes', kind: 'sheet' },
  'more-options': { title: 'More', kind: 'sheet' },
  settings: { title: 'Settings', kind: 'sheet' },
  output: { title: 'Output', ...beside, isDraft: true },
  export: { title: 'Export in this browser', kind: 'sheet' },
  'many-files': { title: 'Apply to many files', ...inTheMiddle, drop: 'many' },
  projects: { title: 'Projects', kind: 'sheet', shape: 'wide' },
  templates: { title: 'Templates', kind: 'sheet', shape: 'wide', drop: 'refused' },
  'many-rows': { title: 'Batch', kind: 'sheet', shape: 'page', drop: 'refused' },
  shortcuts: { title: 'Keyboard shortcuts', kind: 'sheet', shape: 'wide' },
} as const satisfies Record<string, Screen>;

/** The name of a screen: its path below /studio/editor. */
export type ScreenId = keyof typeof screens;

/** What holds of a screen. @param id undefined for a page that is not the Studio's, of which nothing does. */
export function screenOf(id: ScreenId): Screen;
export function screenOf(id: ScreenId | undefined): Screen | undefined;
export function screenOf(id: ScreenId | undefined): Screen | undefined {
  return id === undefined ? undefined : screens[id];
}

/** Whether a sheet is open, which then has the keyboard for itself. */
export function isSheet(id: ScreenId | undefined): boolean {
  return screenOf(id)?.kind === 'sheet';
}

/** Which screen a path of the whole page is, as the address line has it; undefined when the Studio has none there. */
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
