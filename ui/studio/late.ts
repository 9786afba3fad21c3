/** The larger and rarer parts of the Studio, loaded in the background or on demand. */
import type { ComponentType } from 'react';
import type { ScreenId } from '../app/screens.ts';
import { Animate } from './animate/Animate.tsx';
import { Audio, AudioTrimmer } from './audio/Audio.tsx';
import { ChromaKey } from './effects/ChromaKey.tsx';
import { Filters } from './effects/Filters.tsx';
import { Keyframes } from './effects/Keyframes.tsx';
import { LayerAnimations } from './effects/LayerAnimations.tsx';
import { Motion } from './effects/Motion.tsx';
import { PictureStyle } from './effects/PictureStyle.tsx';
import { Speed } from './effects/Speed.tsx';
import { Time } from './effects/Time.tsx';
import { TransitionPanel } from './effects/TransitionPanel.tsx';
import { Volume } from './effects/Volume.tsx';
import { ExportSheet } from './export/ExportSheet.tsx';
import { Output } from './export/Output.tsx';
import { Images } from './images/Images.tsx';
import { Media } from './media/MediaPanel.tsx';
import { ManyFiles } from './rows/ManyFiles.tsx';
import { ManyRows } from './rows/ManyRows.tsx';
import type { soonScreens } from './soon.ts';
import { Subtitles, Transcribe } from './subtitles/Subtitles.tsx';
import { Templates } from './templates/Templates.tsx';
import { Timeline } from './timeline/Timeline.tsx';
import { Trimmer } from './trim/Trimmer.tsx';
import { VoiceOver } from './voice/VoiceOver.tsx';

export { acceptDrop } from './acceptDrop.ts';
export { AnimateFooter } from './animate/Animate.tsx';
export { finishAudio } from './audio/Audio.tsx';
export { MediaPanel } from './media/MediaPanel.tsx';
export { ProjectProblems } from './ProjectProblems.tsx';
export { resumeTranscription } from './subtitles/transcribeScene.ts';
export { openTemplate } from './templates/using.ts';
export { TimelineFooter } from './timeline/Timeline.tsx';

/** Components of all other screens, except the main footer. */
export const lateScreens = {
  timeline: Timeline,
  animate: Animate,
  trimmer: Trimmer,
  audio: Audio,
  'audio-trimmer': AudioTrimmer,
  time: Time,
  speed: Speed,
  filters: Filters,
  'picture-style': PictureStyle,
  'chroma-key': ChromaKey,
  volume: Volume,
  'in-and-out': LayerAnimations,
  keyframes: Keyframes,
  motion: Motion,
  'voice-over': VoiceOver,
  transition: TransitionPanel,
  subtitles: Subtitles,
  'subtitles/transcribe': Transcribe,
  media: Media,
  search: Images,
  output: Output,
  export: ExportSheet,
  'many-files': ManyFiles,
  templates: Templates,
  'many-rows': ManyRows,
} satisfies Record<Exclude<ScreenId, '' | 'inspector' | keyof typeof soonScreens>, ComponentType>;
