import type { Row } from './facts.ts';

const source = 'clip.mp4';
const whole = 'clip.mp4 0-10 at 0 0 1280 720 plays 0-10';

/** Tools that change one file: at least one row per tool, with a body as in the table of the specification. */
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
    makes: { is: 'jpg', size: [960, 1706], seconds: 3, layers: ['photo.jpg 0-3 at 0 533 960 640'] },
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
    id: 'stop-motion',
    body: {
      ...{ isStopMotionVideo: true, stopMotionClipRate: 0.6, stopMotionSpeed: 0.2, reverseStopMotion: false },
      ...{ isTrimmed: true, startTime: 1, endTime: 8.2, sourceVideo: source },
    },
    args: ['--source', source, '--start-time', '1', '--end-time', '8.2'],
    makes: {
      ...{ is: 'mp4', size: [1280, 720], seconds: 60 },
      layers: ['clip.mp4 0-60 at 0 0 1280 720 plays 1-8.2 18 stills a second, each 0.46'],
    },
  },
  {
    id: 'stop-motion',
    body: {
      ...{ isStopMotionVideo: true, stopMotionClipRate: 0.25, stopMotionSpeed: 2, reverseStopMotion: true },
      sourceVideo: 'moving.gif',
    },
    args: [
      ...['--source', 'moving.gif', '--stop-motion-clip-rate', '0.25', '--stop-motion-speed', '2'],
      '--reverse-stop-motion',
    ],
    makes: {
      ...{ is: 'gif', size: [402, 302], seconds: 8 },
      layers: ['moving.gif 0-8 at 0 0 402 302 plays 0-4 isReversed=true 7.5 stills a second, each 0.27'],
    },
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
      ...{ is: 'jpg', size: [960, 760], seconds: 3 },
      layers: ['photo.jpg 0-3 at 0 120 960 640', '“One line” 0-3 at 24 0 912 120'],
    },
  },
  {
    id: 'meme',
    body: {
      ...{ isMeme: true, topText: 'Above', bottomText: 'Below', font: 'Arial', textColor: '#000000', textSize: 30 },
      ...{ alignment: 'left', lineHeight: 36, template: 'white', duration: 0 },
    },
    args: ['--top-text', 'Above', '--bottom-text', 'Below'],
    makes: {
      ...{ is: 'png', size: [1280, 960], seconds: 3 },
      layers: ['“Below” 0-3 at 64 501 1152 416', '“Above” 0-3 at 64 43 1152 416'],
    },
  },
];
