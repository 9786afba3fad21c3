import type { ComponentType } from 'react';
import { lazyPart } from '../app/lazyPart.ts';
import type { ScreenId } from '../app/screens.ts';
import { MainFooter } from './inspector/MainFooter.tsx';

/** Panels are small and share code, so they are one chunk, loaded with the first panel. */
function panel(name: Exclude<keyof typeof import('./panels.ts'), 'fetchSubtitles'>): ComponentType {
  return lazyPart(async () => (await import('./panels.ts'))[name]);
}

/** The effect panels, as another chunk. */
function effect(name: keyof typeof import('./effects/effectPanels.ts')): ComponentType {
  return lazyPart(async () => (await import('./effects/effectPanels.ts'))[name]);
}

/** Footers of layers and canvas, as one chunk. The main footer is part of the first load. */
function footer(name: keyof typeof import('./inspector/footers.ts')): ComponentType {
  return lazyPart(async () => (await import('./inspector/footers.ts'))[name]);
}

/** The component of each screen: its footer, its work area in place of the canvas, or the body of its sheet. */
export const screenComponents: Record<ScreenId, ComponentType> = {
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
  'in-and-out': effect('LayerAnimations'),
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

/** The footer of a multiple selection. */
export const severalFooter = footer('SeveralFooter');

/** Footers of work screens; none by default. */
export const workFooters: Partial<Record<ScreenId, ComponentType>> = {
  timeline: panel('TimelineFooter'),
  animate: panel('AnimateFooter'),
};

/** What the header's DONE does on a screen; by default it submits the project. */
export const doneHandlers: Partial<Record<ScreenId, () => void>> = {
  audio: () => void import('./audio/Audio.tsx').then(({ finishAudio }) => finishAudio()),
};
