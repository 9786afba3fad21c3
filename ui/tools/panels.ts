import { loadWithRetry } from '../app/lazyPart.ts';
import type { FirstPanel, ToolPanel } from './toolPanel.ts';

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

/** Loaders of the tools' panels, by tool id. */
const panels: Readonly<Record<string, () => Promise<ToolPanel>>> = {
  trim: async () => ({ below: (await spanPart()).SpanPanel, asks: span }),
  watermark: async () => ({ below: (await spanPart()).SpanPanel, asks: span }),
  async audio() {
    const { AudioPanel } = await import('./AudioPanel.tsx');
    return { below: AudioPanel, asks: [...span, ...soundSpan, 'audioStartTime'] };
  },
  'audio-trim': async () => ({ below: (await import('./AudioPanel.tsx')).AudioTrimPanel, asks: soundSpan }),
  async speed() {
    const [{ SpanPanel }, { SpeedPanel }] = await Promise.all([spanPart(), import('./timePanels.tsx')]);
    return { below: SpanPanel, side: SpeedPanel, asks: [...span, 'speedChoice'] };
  },
  async reverse() {
    const [{ SpanPanel }, { ReversePanel }] = await Promise.all([spanPart(), import('./timePanels.tsx')]);
    return { below: SpanPanel, side: ReversePanel, asks: [...span, 'isBoomeranged', 'reverseSpeed'] };
  },
  async loop() {
    const [{ SpanPanel }, { LoopPanel }] = await Promise.all([spanPart(), import('./timePanels.tsx')]);
    return { below: SpanPanel, side: LoopPanel, asks: [...span, ...loops], says: loops };
  },
  async 'stop-motion'() {
    const [{ SpanPanel }, { StopMotionPanel }] = await Promise.all([spanPart(), import('./timePanels.tsx')]);
    return { below: SpanPanel, side: StopMotionPanel, asks: [...span, ...paces], says: paces };
  },
  async convert() {
    const { ConvertPanel, CaptureFrame: CapturePanel } = await import('./ConvertPanel.tsx');
    return { below: ConvertPanel, side: CapturePanel, asks: [...span, 'jpegTimestamp'] };
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
  async subtitles() {
    const { SubtitlesPanel, SubtitlesTrack, ...fields } = await import('./subtitles/SubtitlesPanel.tsx');
    const { askedFields, styleFields } = fields;
    return { side: SubtitlesPanel, below: SubtitlesTrack, asks: [...styleFields, ...askedFields], says: styleFields };
  },
  'text-video': async () => ({ over: (await import('./textVideo/TextsOnPicture.tsx')).TextsOnPicture }),
  async meme() {
    const [{ MemeTexts }, { MemeSpan }] = await Promise.all([
      import('./meme/MemeTexts.tsx'),
      import('./meme/MemeTexts.tsx'),
      import('./meme/MemeTexts.tsx'),
    ]);
    return { over: MemeTexts, below: MemeSpan };
  },
};

/** Loaders of the parts that appear before the panel, for tools that need no file. */
const firsts: Readonly<Record<string, () => Promise<FirstPanel>>> = {
  'text-video': async () => ({
    side: (await import('./textVideo/TextControls.tsx')).TextControls,
    asks: ['animationTemplate'],
  }),
  async meme() {
    const { MemeTemplates } = await import('./meme/MemeTemplates.tsx');
    // The panel renders the span. The form leaves it out from the start, so that it does not shrink later.
    return { below: MemeTemplates, asks: ['template', ...span] };
  },
};

/** Loads the panel of a tool as a whole: loading it in parts would shift the page. */
export async function loadPanel(id: string): Promise<ToolPanel> {
  return (await panels[id]?.()) ?? {};
}

const none = Promise.resolve<FirstPanel>({});
const loading = new Map<string, Promise<FirstPanel>>();

/** Loads the parts of a tool's page that appear before its panel. Returns the same promise for the same tool. */
export function firstPanelOf(id: string): Promise<FirstPanel> {
  const load = firsts[id];
  if (!load) return none;
  const known = loading.get(id) ?? loadWithRetry(load);
  loading.set(id, known);
  return known;
}
