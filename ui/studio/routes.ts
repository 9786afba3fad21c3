import type { ComponentType } from 'react';
import { MainFooter } from './footer/MainFooter.tsx';
import type { ScreenId } from './screens.ts';
import { lazyPart } from './state/lazyPart.ts';

/** Panels are small and share most of their parts: they come as one file, when the first of them is opened. */
function panel(name: Exclude<keyof typeof import('./panels/panels.ts'), 'fetchSubtitles'>): ComponentType {
  return lazyPart(async () => (await import('./panels/panels.ts'))[name]);
}

/** The panels of effects: one more file. */
function effect(name: keyof typeof import('./effects/effectPanels.ts')): ComponentType {
  return lazyPart(async () => (await import('./effects/effectPanels.ts'))[name]);
}

/** What the editor shows at first is there at once; the controls of layers and canvas come together, when one is needed. */
function footer(name: keyof typeof import('./footer/footers.ts')): ComponentType {
  return lazyPart(async () => (await import('./footer/footers.ts'))[name]);
}

/** What each screen shows: its controls below the canvas, its work in the canvas's place, or the body of its sheet. */
export const parts: Record<ScreenId, ComponentType> = {
  '': MainFooter,
  layer: footer('LayerFooter'),
  text: footer('TextFooter'),
  crop: footer('CropFooter'),
  background: footer('BackgroundFooter'),
  shape: footer('ShapeFooter'),
  size: footer('SizeFooter'),

  timeline: panel('Timeline'),
  animate: panel('Animate'),
  trimmer: panel('Trimmer'),
  audio: panel('Audio'),
  'audio-trimmer': panel('AudioTrimmer'),

  upload: panel('Upload'),
  'drag-upload': panel('DragUpload'),
  replace: panel('Replace'),
  'background/color': panel('BackgroundColor'),
  colors: panel('LayerColor'),
  'outline-colors': panel('OutlineColor'),
  'text-background': panel('TextBackground'),
  'text-style': panel('TextStyle'),
  fonts: panel('Fonts'),
  arrange: panel('Arrange'),
  time: effect('Time'),
  speed: effect('Speed'),
  filters: effect('Filters'),
  'picture-style': effect('PictureStyle'),
  'chroma-key': effect('ChromaKey'),
  volume: effect('Volume'),
  'in-and-out': effect('ComeAndGo'),
  keyframes: effect('Keyframes'),
  motion: effect('Motion'),
  markers: panel('Markers'),
  'voice-over': panel('VoiceOver'),
  transition: effect('TransitionPanel'),
  subtitles: panel('Subtitles'),
  'subtitles/transcribe': panel('Transcribe'),
  search: panel('Images'),
  layers: panel('Layers'),
  scenes: panel('Scenes'),
  'more-options': panel('MoreOptions'),
  settings: panel('Settings'),
  output: panel('Output'),
  export: panel('ExportSheet'),
  'many-files': panel('ManyFiles'),
  projects: panel('Projects'),
  templates: panel('Templates'),
  'many-rows': panel('ManyRows'),
  shortcuts: panel('Shortcuts'),
};

/** The controls below the canvas while several layers are selected. */
export const severalFooter = footer('SeveralFooter');

/** What stands below a screen that takes the canvas's place; nothing unless given. */
export const workFooters: Partial<Record<ScreenId, ComponentType>> = {
  timeline: panel('TimelineFooter'),
  animate: panel('AnimateFooter'),
};

/** What DONE of the header does where it ends a screen; has the project rendered unless given. */
export const endings: Partial<Record<ScreenId, () => void>> = {
  audio: () => void import('./audio/audioScreens.ts').then(({ finishAudio }) => finishAudio()),
};
