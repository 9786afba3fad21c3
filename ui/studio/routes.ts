import type { ComponentType } from 'react';
import { MainFooter } from './footer/MainFooter.tsx';
import type { ScreenId } from './screens.ts';
import { lazyPart } from './state/parts.ts';

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

/** What each screen shows: its controls below the canvas, its work in the canvas's place, or the body of its sheet. */
export const parts: Record<ScreenId, ComponentType> = {
  '': MainFooter,
  layer: footer('LayerFooter'),
  text: footer('TextFooter'),
  background: footer('BackgroundFooter'),
  shape: footer('ShapeFooter'),
  size: footer('SizeFooter'),

  timeline: lazyPart(async () => (await import('./timeline/Timeline.tsx')).default),
  animate: lazyPart(async () => (await import('./animate/Animate.tsx')).default),
  trimmer: lazyPart(async () => (await import('./trim/Trimmer.tsx')).default),
  audio: lazyPart(async () => (await import('./audio/Audio.tsx')).default),
  'audio-trimmer': lazyPart(async () => (await import('./audio/AudioTrimmer.tsx')).default),

  upload: panel('Upload'),
  'drag-upload': panel('DragUpload'),
  replace: panel('Replace'),
  'background/color': panel('BackgroundColor'),
  colors: panel('LayerColor'),
  'outline-colors': panel('OutlineColor'),
  'text-background': panel('TextBackground'),
  fonts: panel('Fonts'),
  time: effect('Time'),
  speed: effect('Speed'),
  filters: effect('Filters'),
  volume: effect('Volume'),
  motion: effect('Motion'),
  'voice-over': lazyPart(async () => (await import('./voice/VoiceOver.tsx')).default),
  transition: effect('TransitionPanel'),
  search: lazyPart(async () => (await import('./images/Images.tsx')).default),
  layers: panel('Layers'),
  scenes: panel('Scenes'),
  'more-options': panel('MoreOptions'),
  settings: panel('Settings'),
  output: lazyPart(async () => (await import('./output/Output.tsx')).default),
  export: lazyPart(async () => (await import('./export/ExportSheet.tsx')).default),
  projects: panel('Projects'),
  shortcuts: panel('Shortcuts'),
};

/** What stands below a screen that takes the canvas's place; nothing unless given. */
export const workFooters: Partial<Record<ScreenId, ComponentType>> = {
  timeline: lazyPart(async () => (await import('./timeline/TimelineFooter.tsx')).TimelineFooter),
  animate: lazyPart(async () => (await import('./animate/AnimateFooter.tsx')).AnimateFooter),
};

/** What DONE of the header does where it ends a screen; has the project rendered unless given. */
export const endings: Partial<Record<ScreenId, () => void>> = {
  audio: () => void import('./audio/finishAudio.ts').then(({ finishAudio }) => finishAudio()),
};
