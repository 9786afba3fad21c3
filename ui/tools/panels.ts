import { lazyPart } from '../studio/state/parts.ts';
import type { PanelProps, SidePanelProps, ToolPanel } from './toolPanel.ts';

const SpanPanel = lazyPart<PanelProps>(async () => (await import('./SpanPanel.tsx')).SpanPanel);
const SoundPanel = lazyPart<PanelProps>(async () => (await import('./SoundPanel.tsx')).SoundPanel);
const AudioPanel = lazyPart<PanelProps>(async () => (await import('./AudioPanel.tsx')).AudioPanel);
const ConvertPanel = lazyPart<PanelProps>(async () => (await import('./ConvertPanel.tsx')).ConvertPanel);
const TakeFrame = lazyPart<SidePanelProps>(async () => (await import('./ConvertPanel.tsx')).TakeFrame);
const SpeedPanel = lazyPart<SidePanelProps>(async () => (await import('./SpeedPanel.tsx')).SpeedPanel);
const ReversePanel = lazyPart<SidePanelProps>(async () => (await import('./ReversePanel.tsx')).ReversePanel);
const LoopPanel = lazyPart<SidePanelProps>(async () => (await import('./LoopPanel.tsx')).LoopPanel);
const MemeTexts = lazyPart<PanelProps>(async () => (await import('./meme/MemeTexts.tsx')).MemeTexts);
const MemeTemplates = lazyPart<PanelProps>(async () => (await import('./meme/MemeTemplates.tsx')).MemeTemplates);
const FilterGallery = lazyPart<PanelProps>(async () => (await import('./FilterPanel.tsx')).FilterGallery);
const FilterSliders = lazyPart<SidePanelProps>(async () => (await import('./FilterPanel.tsx')).FilterSliders);
const RotatePanel = lazyPart<PanelProps>(async () => (await import('./RotatePanel.tsx')).RotatePanel);
const ResizeFrame = lazyPart<PanelProps>(async () => (await import('./resize/ResizePanel.tsx')).ResizeFrame);
const ResizeControls = lazyPart<PanelProps>(async () => (await import('./resize/ResizePanel.tsx')).ResizeControls);
const ClipList = lazyPart<PanelProps>(async () => (await import('./clips/ClipList.tsx')).ClipList);
const TextsOnPicture = lazyPart<PanelProps>(
  async () => (await import('./textVideo/TextsOnPicture.tsx')).TextsOnPicture,
);
const TextControls = lazyPart<SidePanelProps>(async () => (await import('./textVideo/TextControls.tsx')).TextControls);

const span = ['startTime', 'endTime'];
const loops = ['numLoops', 'setDuration'];
const soundSpan = ['audioTrimStartTime', 'audioTrimEndTime'];

/** The panels by the tools' ids; most tools have none. */
export const panels: Readonly<Record<string, ToolPanel>> = {
  trim: { below: SpanPanel, asks: span },
  audio: { below: AudioPanel, asks: [...span, ...soundSpan, 'audioStartTime'] },
  'audio-trim': { below: SoundPanel, asks: soundSpan },
  speed: { below: SpanPanel, side: SpeedPanel, asks: [...span, 'speedChoice'] },
  reverse: { below: SpanPanel, side: ReversePanel, asks: [...span, 'isBoomeranged', 'reverseSpeed'] },
  loop: { below: SpanPanel, side: LoopPanel, asks: [...span, ...loops], says: loops },
  convert: { below: ConvertPanel, side: TakeFrame, asks: [...span, 'jpegTimestamp'] },
  watermark: { below: SpanPanel, asks: span },
  filter: {
    below: FilterGallery,
    side: FilterSliders,
    asks: [...span, 'filterName', 'brightness', 'contrast', 'saturation', 'vignette', 'fadeOpacity'],
  },
  resize: { over: ResizeFrame, below: ResizeControls, asks: [...span, 'resizeZoom'] },
  rotate: { over: RotatePanel, below: SpanPanel, asks: [...span, 'rotation', 'flipped'] },
  maker: { below: ClipList, hasFiles: true },
  montage: { below: ClipList, hasFiles: true },
  slideshow: { below: ClipList, hasFiles: true },
  'text-video': { over: TextsOnPicture, side: TextControls, asks: ['animationTemplate'] },
  meme: { over: MemeTexts, below: MemeTemplates, asks: [...span, 'template'] },
};
