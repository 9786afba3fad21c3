import { later } from '../state/later.ts';
import { patiently } from '../studio/state/parts.ts';
import type { ToolPanel } from './toolPanel.ts';

const span = ['startTime', 'endTime'];
const loops = ['numLoops', 'setDuration'];
const paces = ['stopMotionClipRate', 'stopMotionSpeed'];
const soundSpan = ['audioTrimStartTime', 'audioTrimEndTime'];
const filters = ['filterName', 'brightness', 'contrast', 'saturation', 'vignette', 'fadeOpacity'];

const spanPart = () => import('./SpanPanel.tsx');

const clips = async (): Promise<ToolPanel> => {
  const { ClipList } = await import('./clips/ClipList.tsx');
  return { below: ClipList, hasFiles: true };
};

/** What loads the panel of each tool that has one, by the tools' ids. */
const panels: Readonly<Record<string, () => Promise<ToolPanel>>> = {
  trim: async () => ({ below: (await spanPart()).SpanPanel, asks: span }),
  watermark: async () => ({ below: (await spanPart()).SpanPanel, asks: span }),
  async audio() {
    const { AudioPanel } = await import('./AudioPanel.tsx');
    return { below: AudioPanel, asks: [...span, ...soundSpan, 'audioStartTime'] };
  },
  'audio-trim': async () => ({ below: (await import('./SoundPanel.tsx')).SoundPanel, asks: soundSpan }),
  async speed() {
    const [{ SpanPanel }, { SpeedPanel }] = await Promise.all([spanPart(), import('./SpeedPanel.tsx')]);
    return { below: SpanPanel, side: SpeedPanel, asks: [...span, 'speedChoice'] };
  },
  async reverse() {
    const [{ SpanPanel }, { ReversePanel }] = await Promise.all([spanPart(), import('./ReversePanel.tsx')]);
    return { below: SpanPanel, side: ReversePanel, asks: [...span, 'isBoomeranged', 'reverseSpeed'] };
  },
  async loop() {
    const [{ SpanPanel }, { LoopPanel }] = await Promise.all([spanPart(), import('./LoopPanel.tsx')]);
    return { below: SpanPanel, side: LoopPanel, asks: [...span, ...loops], says: loops };
  },
  async 'stop-motion'() {
    const [{ SpanPanel }, { StopMotionPanel }] = await Promise.all([spanPart(), import('./StopMotionPanel.tsx')]);
    return { below: SpanPanel, side: StopMotionPanel, asks: [...span, ...paces], says: paces };
  },
  async convert() {
    const { ConvertPanel, TakeFrame } = await import('./ConvertPanel.tsx');
    return { below: ConvertPanel, side: TakeFrame, asks: [...span, 'jpegTimestamp'] };
  },
  async filter() {
    const { FilterGallery, FilterSliders } = await import('./FilterPanel.tsx');
    return { below: FilterGallery, side: FilterSliders, asks: [...span, ...filters] };
  },
  async resize() {
    const { ResizeFrame, ResizeControls } = await import('./resize/ResizePanel.tsx');
    return { over: ResizeFrame, below: ResizeControls, asks: [...span, 'resizeZoom'] };
  },
  async rotate() {
    const [{ SpanPanel }, { RotatePanel }] = await Promise.all([spanPart(), import('./RotatePanel.tsx')]);
    return { over: RotatePanel, below: SpanPanel, asks: [...span, 'rotation', 'flipped'] };
  },
  ...{ maker: clips, montage: clips, slideshow: clips },
  async 'text-video'() {
    const [{ TextsOnPicture }, { TextControls }] = await Promise.all([
      import('./textVideo/TextsOnPicture.tsx'),
      import('./textVideo/TextControls.tsx'),
    ]);
    return { over: TextsOnPicture, side: TextControls, asks: ['animationTemplate'] };
  },
  async meme() {
    const [{ MemeTexts }, { MemeTemplates }] = await Promise.all([
      import('./meme/MemeTexts.tsx'),
      import('./meme/MemeTemplates.tsx'),
    ]);
    return { over: MemeTexts, below: MemeTemplates, asks: [...span, 'template'] };
  },
};

const none = Promise.resolve<ToolPanel>({});
const loading = new Map<string, Promise<ToolPanel>>();

/**
 * The panel of a tool, loaded as a whole with the first page of the tool: what came piece by piece would push about what
 * is there already. Always the same promise for the same tool.
 */
export function panelOf(id: string): Promise<ToolPanel> {
  const load = panels[id];
  if (!load) return none;
  const known = loading.get(id) ?? patiently(() => later(load));
  loading.set(id, known);
  return known;
}
