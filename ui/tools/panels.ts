import { filterFields } from '../../engine/project/videoEffects.ts';
import { AudioPanel, AudioTrimPanel } from './AudioPanel.tsx';
import { CaptureFrame, ConvertPanel } from './ConvertPanel.tsx';
import { ClipList } from './clips/ClipList.tsx';
import { FilterGallery, FilterSliders } from './FilterPanel.tsx';
import { MemeSpan, MemeTexts } from './meme/MemeTexts.tsx';
import { RotatePanel } from './RotatePanel.tsx';
import { ResizeControls, ResizeFrame } from './resize/ResizePanel.tsx';
import { SpanPanel } from './SpanPanel.tsx';
import { SubtitlesPanel, SubtitlesTrack, styleFields, trackFields } from './subtitles/SubtitlesPanel.tsx';
import { TextsOnPicture } from './textVideo/TextsOnPicture.tsx';
import { LoopPanel, ReversePanel, SpeedPanel, StopMotionPanel } from './timePanels.tsx';
import type { ToolPanel } from './toolPanel.ts';

const span = ['startTime', 'endTime'];
const loops = ['numLoops', 'setDuration'];
const paces = ['stopMotionClipRate', 'stopMotionSpeed'];
const audioSpan = ['audioTrimStartTime', 'audioTrimEndTime'];
const filters = Object.keys(filterFields);
const clips: ToolPanel = { below: ClipList, hasFiles: true };

/** Panels of the tools that have one, by tool id. */
export const panels: Readonly<Record<string, ToolPanel>> = {
  trim: { below: SpanPanel, fields: span },
  watermark: { below: SpanPanel, fields: span },
  audio: { below: AudioPanel, fields: [...span, ...audioSpan, 'audioStartTime'] },
  'audio-trim': { below: AudioTrimPanel, fields: audioSpan },
  speed: { below: SpanPanel, side: SpeedPanel, fields: [...span, 'speedChoice'] },
  reverse: { below: SpanPanel, side: ReversePanel, fields: [...span, 'isBoomeranged', 'reverseSpeed'] },
  loop: { below: SpanPanel, side: LoopPanel, fields: [...span, ...loops], problemFields: loops },
  'stop-motion': { below: SpanPanel, side: StopMotionPanel, fields: [...span, ...paces], problemFields: paces },
  convert: { below: ConvertPanel, side: CaptureFrame, fields: [...span, 'jpegTimestamp'] },
  filter: { below: FilterGallery, side: FilterSliders, fields: [...span, ...filters] },
  resize: { over: ResizeFrame, below: ResizeControls, fields: [...span, 'resizeZoom'] },
  rotate: { over: RotatePanel, below: SpanPanel, fields: [...span, 'rotation', 'flipped'] },
  maker: clips,
  montage: clips,
  slideshow: clips,
  subtitles: {
    side: SubtitlesPanel,
    below: SubtitlesTrack,
    fields: [...styleFields, ...trackFields],
    problemFields: styleFields,
  },
  'text-video': { over: TextsOnPicture },
  meme: { over: MemeTexts, below: MemeSpan },
};
