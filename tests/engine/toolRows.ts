import { layerBox } from '../../engine/layout/box.ts';
import { canvasSize } from '../../engine/layout/canvasSize.ts';
import { messages } from '../../engine/project/messages.ts';
import { outputEnding } from '../../engine/project/output.ts';
import type { Project } from '../../engine/project/project.ts';
import { totalDuration } from '../../engine/timeline/durations.ts';
import { layerSpans } from '../../engine/timeline/spans.ts';

/** What is compared of a project. */
export interface Facts {
  /** Ending of what comes out. */
  is: string;
  size: [width: number, height: number];
  seconds: number;
  /** Every layer front to back, scene by scene: file or text, when it is seen, where, and what else the row is about. */
  layers: string[];
}

/** A tool at work: the same asked for by a createVideo body and by a command. */
export interface Row {
  id: string;
  body: Record<string, unknown>;
  args: string[];
  makes: Facts;
}

/** What a tool does not do, and what it says. */
export interface Refusal {
  id: string;
  args: string[];
  pointer: string;
  flag: string;
  says: string;
}

const round = (value: number) => Number(value.toFixed(2));

/** What a layer has that is not as usual, such as " speed=2". */
const usual: Partial<Record<string, unknown>> = {
  ...{ speed: 1, isReversed: false, isBoomeranged: false, isMuted: false, flipped: false, flippedVertical: false },
  ...{ filterName: 'Original', brightness: 100, contrast: 100, saturation: 100, vignette: 0, fadeOpacity: 0 },
  objectFit: 'fill',
};

function unusualOf(layer: object): string {
  const found = Object.entries(layer).filter(([name, value]) => name in usual && usual[name] !== value);
  return found.map(([name, value]) => ` ${name}=${value}`).join('');
}

/** The facts of a project. */
export function factsOf(project: Project): Facts {
  const canvas = canvasSize(project);
  const layers = layerSpans(project).map(({ layer, start, end, media }) => {
    const { x, y, width, height } = layerBox(layer, canvas);
    const what = 'url' in layer ? layer.url : 'text' in layer ? `“${layer.text}”` : layer.type;
    const played = media ? ` plays ${round(media.start)}-${round(media.end)}` : '';
    const place = [x, y, width, height].map(Math.round).join(' ');
    return `${what} ${round(start)}-${round(end)} at ${place}${played}${unusualOf(layer)}`;
  });
  return {
    is: outputEnding(project.output),
    size: [canvas.width, canvas.height],
    seconds: round(totalDuration(project)),
    layers,
  };
}

const source = 'clip.mp4';
const whole = 'clip.mp4 0-10 at 0 0 1280 720 plays 0-10';

/** One row a tool at least: its body as the specification's table has it. */
export const rows: readonly Row[] = [
  {
    id: 'trim',
    body: { isTrimmed: true, isTrimmedOnly: true, startTime: 2, endTime: 5.5, sourceVideo: { url: source } },
    args: ['--source', source, '--start-time', '2', '--end-time', '5.5'],
    makes: { is: 'mp4', size: [1280, 720], seconds: 3.5, layers: ['clip.mp4 0-3.5 at 0 0 1280 720 plays 2-5.5'] },
  },
  {
    id: 'resize',
    body: {
      ...{ videoResized: true, sourceVideo: source, resizeTemplate: '1:1', resizeOption: 'fit' },
      ...{ resizeBackground: '#000000', resizeZoom: 100, resizeXPos: 0, resizeYPos: 0 },
    },
    args: ['--source', source],
    makes: { is: 'mp4', size: [1280, 1280], seconds: 10, layers: ['clip.mp4 0-10 at 0 280 1280 720 plays 0-10'] },
  },
  {
    id: 'resize',
    body: {
      ...{ videoResized: true, sourceVideo: source, resizeTemplate: '1:1', resizeOption: 'crop' },
      ...{ resizeZoom: 200, resizeXPos: 50, resizeYPos: -25 },
    },
    args: [
      ...['--source', source, '--resize-template', '1:1', '--resize-option', 'crop', '--resize-zoom', '200'],
      ...['--resize-x-pos', '50', '--resize-y-pos=-25'],
    ],
    makes: { is: 'mp4', size: [720, 720], seconds: 10, layers: ['clip.mp4 0-10 at -560 -540 2560 1440 plays 0-10'] },
  },
  {
    id: 'resize',
    body: { videoResized: true, sourceVideo: 'photo.jpg', resizeTemplate: '9:16', resizeBackground: '#ff0000' },
    args: ['--source', 'photo.jpg', '--resize-template', '9:16', '--resize-background', '#ff0000'],
    makes: { is: 'png', size: [960, 1706], seconds: 3, layers: ['photo.jpg 0-3 at 0 533 960 640'] },
  },
  {
    id: 'loop',
    body: {
      isLooped: true,
      setDuration: 0,
      numLoops: 3,
      isTrimmed: true,
      startTime: 1,
      endTime: 3,
      sourceVideo: source,
    },
    args: ['--source', source, '--num-loops', '3', '--start-time', '1', '--end-time', '3'],
    makes: { is: 'mp4', size: [1280, 720], seconds: 6, layers: ['clip.mp4 0-6 at 0 0 1280 720 plays 1-3'] },
  },
  {
    id: 'filter',
    body: {
      ...{ isFiltered: true, sourceVideo: source, filterName: 'Noir', brightness: 100, contrast: 120, saturation: 100 },
      ...{ vignette: 30, fadeOpacity: 0 },
    },
    args: ['--source', source, '--filter-name', 'Noir', '--contrast', '120', '--vignette', '30'],
    makes: { is: 'mp4', size: [1280, 720], seconds: 10, layers: [`${whole} filterName=Noir contrast=120 vignette=30`] },
  },
  {
    id: 'reverse',
    body: { isReversed: true, reverseSpeed: 2, isBoomeranged: false, isMuted: true, sourceVideo: source },
    args: ['--source', source, '--reverse-speed', '2', '--is-muted'],
    makes: {
      is: 'mp4',
      size: [1280, 720],
      seconds: 5,
      layers: ['clip.mp4 0-5 at 0 0 1280 720 plays 0-10 isMuted=true speed=2 isReversed=true'],
    },
  },
  {
    id: 'reverse',
    body: { isReversed: true, isBoomeranged: true, startTime: 2, endTime: 5, sourceVideo: source },
    args: ['--source', source, '--is-boomeranged', '--start-time', '2', '--end-time', '5'],
    makes: {
      is: 'mp4',
      size: [1280, 720],
      seconds: 6,
      layers: ['clip.mp4 0-6 at 0 0 1280 720 plays 2-5 isBoomeranged=true'],
    },
  },
  {
    id: 'speed',
    body: { isSpeedVideo: true, speedChoice: 4, sourceVideo: source },
    args: ['--source', source, '--speed-choice', '4'],
    makes: {
      is: 'mp4',
      size: [1280, 720],
      seconds: 2.5,
      layers: ['clip.mp4 0-2.5 at 0 0 1280 720 plays 0-10 speed=4'],
    },
  },
  {
    id: 'speed',
    body: { isSpeedVideo: true, speedChoice: 0.5, sourceVideo: 'moving.gif' },
    args: ['--source', 'moving.gif', '--speed-choice', '0.5'],
    makes: { is: 'gif', size: [402, 302], seconds: 8, layers: ['moving.gif 0-8 at 0 0 402 302 plays 0-4 speed=0.5'] },
  },
  {
    id: 'rotate',
    body: { isRotate: true, rotation: 90, flipped: false, sourceVideo: source },
    args: ['--source', source, '--rotation', '90'],
    makes: { is: 'mp4', size: [720, 1280], seconds: 10, layers: ['clip.mp4 0-10 at -280 280 1280 720 plays 0-10'] },
  },
  {
    id: 'image-video',
    body: {
      isImageVideo: true,
      imageVideoDuration: 15,
      videoRatio: 'none',
      videoPosition: 'crop',
      sourceVideo: 'photo.jpg',
    },
    args: ['--source', 'photo.jpg'],
    makes: { is: 'mp4', size: [960, 640], seconds: 15, layers: ['photo.jpg 0-15 at 0 0 960 640'] },
  },
  {
    id: 'image-video',
    body: {
      isImageVideo: true,
      imageVideoDuration: 6,
      videoRatio: '1:1',
      videoPosition: 'fit',
      sourceVideo: 'moving.gif',
    },
    args: ['--source', 'moving.gif', '--image-video-duration', '6', '--video-ratio', '1:1', '--video-position', 'fit'],
    makes: {
      is: 'mp4',
      size: [402, 402],
      seconds: 6,
      layers: ['moving.gif 0-6 at 0 0 402 402 plays 0-4 objectFit=contain'],
    },
  },
  {
    id: 'meme',
    body: { isMeme: true, topText: 'One line', sourceVideo: 'photo.jpg' },
    args: ['--source', 'photo.jpg', '--top-text', 'One line'],
    makes: {
      ...{ is: 'png', size: [960, 760], seconds: 3 },
      layers: ['photo.jpg 0-3 at 0 120 960 640', '“One line” 0-3 at 24 0 912 120'],
    },
  },
];

const refused = (id: string, args: string[], flag: string, pointer: string, says: string): Refusal => ({
  ...{ id, flag, pointer, says },
  args:
    ['trim', 'loop', 'speed', 'reverse', 'resize', 'filter', 'rotate'].includes(id) && !args.includes('--source')
      ? ['--source', source, ...args]
      : args,
});

/** What tools refuse, by command; the body that the command stands for is refused with the same words. */
export const refusals: readonly Refusal[] = [
  refused('trim', ['--source', 'long.mp4'], '--source', '/sourceVideo', messages.sourceTooLong),
  refused('loop', ['--num-loops', '43'], '--num-loops', '/numLoops', messages.loopTooLong),
  refused('speed', ['--speed-choice', '5'], '--speed-choice', '/speedChoice', '"speedChoice" must be at most 4.'),
  refused('speed', ['--source', 'photo.jpg'], '--source', '/sourceVideo', '"photo.jpg" is not a video.'),
  refused(
    'reverse',
    ['--reverse-speed', '0'],
    '--reverse-speed',
    '/reverseSpeed',
    '"reverseSpeed" must be at least 0.25.',
  ),
  refused('filter', ['--vignette', '101'], '--vignette', '/vignette', '"vignette" must be at most 100.'),
  refused(
    'resize',
    ['--resize-template', '0:1'],
    '--resize-template',
    '/resizeTemplate',
    '"resizeTemplate" must be a ratio such as "16:9".',
  ),
  refused(
    'resize',
    ['--resize-option', 'stretch'],
    '--resize-option',
    '/resizeOption',
    '"resizeOption" must be "crop" or "fit".',
  ),
  refused(
    'image-video',
    ['--source', 'photo.jpg', '--video-ratio', 'wide'],
    '--video-ratio',
    '/videoRatio',
    '"videoRatio" must be "none" or a ratio such as "16:9".',
  ),
];
