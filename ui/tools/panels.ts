import { lazyPart } from '../studio/state/parts.ts';
import type { PanelProps, SidePanelProps, ToolPanel } from './toolPanel.ts';

const TrimPanel = lazyPart<PanelProps>(async () => (await import('./TrimPanel.tsx')).TrimPanel);
const MemePanel = lazyPart<PanelProps>(async () => (await import('./MemePanel.tsx')).MemePanel);
const FilterGallery = lazyPart<PanelProps>(async () => (await import('./FilterPanel.tsx')).FilterGallery);
const FilterSliders = lazyPart<SidePanelProps>(async () => (await import('./FilterPanel.tsx')).FilterSliders);
const RotatePanel = lazyPart<PanelProps>(async () => (await import('./RotatePanel.tsx')).RotatePanel);
const ResizeFrame = lazyPart<PanelProps>(async () => (await import('./resize/ResizePanel.tsx')).ResizeFrame);
const ResizeControls = lazyPart<PanelProps>(async () => (await import('./resize/ResizePanel.tsx')).ResizeControls);
const ClipList = lazyPart<PanelProps>(async () => (await import('./clips/ClipList.tsx')).ClipList);

/** The panels by the tools' ids; most tools have none. */
export const panels: Readonly<Record<string, ToolPanel>> = {
  trim: { below: TrimPanel, asks: ['startTime', 'endTime'] },
  filter: {
    below: FilterGallery,
    side: FilterSliders,
    asks: ['filterName', 'brightness', 'contrast', 'saturation', 'vignette', 'fadeOpacity'],
  },
  resize: { over: ResizeFrame, below: ResizeControls, asks: ['resizeZoom'] },
  rotate: { over: RotatePanel, asks: ['rotation', 'flipped'] },
  maker: { below: ClipList, hasFiles: true },
  montage: { below: ClipList, hasFiles: true },
  slideshow: { below: ClipList, hasFiles: true },
  meme: { over: MemePanel },
};
