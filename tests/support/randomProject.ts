import { transitionDirections, transitionTypes } from '../../engine/project/videoEffects.ts';
import { createDice } from '../property/dice.ts';

/** Media of random projects: samples, and small files that `makeRandomMedia` creates. */
export const randomMedia = {
  videos: ['numbers.mp4', 'odd.mp4', 'party.mp4', 'rotated.mp4', 'vfr.mp4', 'ribbons.webm', 'quick.mp4', 'slow.webm'],
  clearVideos: ['sprite-alpha.webm'],
  gifs: ['dance.gif'],
  images: ['lake.jpg', 'sticker.png', 'logo.png', 'pattern.webp'],
  audio: ['music.mp3', 'speech.wav'],
} as const;

/** ffmpeg arguments for the media that are not samples: 59.94 and 12.5 fps, other audio rates. */
export const madeMedia: Readonly<Record<string, readonly string[]>> = {
  'quick.mp4': [
    ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=60000/1001:d=3'],
    ...['-f', 'lavfi', '-i', 'aevalsrc=0.3*sin(2*PI*(300+120*t)*t):s=32000:d=3.05'],
    ...['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '30', '-c:a', 'aac'],
  ],
  'slow.webm': [
    ...['-f', 'lavfi', '-i', 'testsrc=s=200x150:r=25/2:d=4'],
    ...['-f', 'lavfi', '-i', 'aevalsrc=0.3*sin(2*PI*(500-60*t)*t):s=48000:d=4'],
    ...['-c:v', 'libvpx', '-b:v', '400k', '-cpu-used', '8', '-c:a', 'libvorbis'],
  ],
};

/** See `output` of a project. */
type Output = { type: string } & Record<string, unknown>;

/** Outputs of random projects, mostly videos. */
const outputs: readonly Output[] = [
  ...Array<Output>(9).fill({ type: 'video' }),
  { type: 'video', loudness: -18 },
  { type: 'video', softSubtitles: true },
  { type: 'video', container: 'webm' },
  { type: 'video', container: 'mov' },
  { type: 'gif' },
  { type: 'gif', fps: 7, colors: 32, width: 120 },
  { type: 'animation' },
  { type: 'image', format: 'png', at: 0.7 },
  { type: 'image', format: 'jpeg', at: 1.3 },
  { type: 'audio', format: 'wav' },
];

/** Canvas sizes, odd and even: H.264 needs even ones, all other outputs accept any. */
const sizes = [
  [160, 90],
  [90, 160],
  [200, 200],
  [161, 91],
  [320, 180],
  [127, 213],
] as const;

/**
 * Draws random values from a seed: numbers in a range, times in milliseconds, and fields that appear with a
 * probability.
 */
function drawOf(seed: number) {
  const { pick, chance, random } = createDice(seed);
  const between = (from: number, to: number) => from + random() * (to - from);
  const seconds = (from: number, to: number) => Math.round(between(from, to) * 1000) / 1000;
  const some = (share: number, fields: () => object) => (chance(share) ? fields() : {});
  return { pick, chance, between, seconds, some };
}
type Draw = ReturnType<typeof drawOf>;

const full = { x: '0%', y: '0%', width: '100%', height: '100%' };

/** Draws fields of several layer kinds: a box, motion, a look. */
function fieldsOf({ pick, between, seconds, some }: Draw) {
  const box = () => ({
    x: `${between(-5, 40).toFixed(1)}%`,
    y: `${between(-5, 40).toFixed(1)}%`,
    width: `${between(30, 65).toFixed(1)}%`,
    height: `${between(30, 65).toFixed(1)}%`,
    ...some(0.3, () => ({ rotation: Math.round(between(-180, 180)) })),
  });
  const motion = () => ({
    ...some(0.2, () => ({
      keyframes: [
        { time: 0, x: '5%', opacity: 1 },
        { time: seconds(0.3, 1.2), x: `${between(10, 50).toFixed(1)}%`, rotation: 30, easing: 'ease-in-out' },
        { time: seconds(1.3, 2), opacity: 0.3, width: '40%' },
      ],
    })),
    ...some(0.2, () => ({ animateIn: { type: pick(['fade', 'slide', 'zoom', 'wipe']), duration: seconds(0.2, 0.6) } })),
    ...some(0.15, () => ({ animateOut: { type: pick(['fade', 'slide', 'pop']), duration: seconds(0.2, 0.5) } })),
    ...some(0.25, () => ({ from: seconds(0, 0.4), to: seconds(0.7, 1.8) })),
  });
  const look = () => ({
    objectFit: pick(['cover', 'contain', 'fill']),
    ...some(0.25, () => ({ crop: { x: 0.1, y: 0.2, width: 0.6, height: 0.55 } })),
    ...some(0.2, () => ({ radius: Math.round(between(1, 30)) })),
    ...some(0.2, () => ({ flipped: true })),
    ...some(0.15, () => ({ flippedVertical: true })),
    ...some(0.2, () => ({ filterName: pick(['Sepia', 'Noir', 'Vivid', 'Dream']) })),
    ...some(0.2, () => ({ globalAlpha: 0.6 })),
    ...some(0.15, () => ({ blendMode: pick(['multiply', 'screen', 'difference']) })),
    ...some(0.15, () => ({ shadowColor: '#000000c0', shadowBlur: 6, shadowOffsetX: 3, shadowOffsetY: 4 })),
    ...some(0.1, () => ({ brightness: 130, vignette: 40 })),
  });
  return { box, motion, look };
}

/** Draws layers by ID. */
function layersOf(draw: Draw) {
  const { pick, chance, between, seconds, some } = draw;
  const { box, motion, look } = fieldsOf(draw);
  const video = (id: string) => {
    const startTime = seconds(0, 0.8);
    return {
      ...{ id, type: 'video', url: pick([...randomMedia.videos, ...randomMedia.videos, ...randomMedia.clearVideos]) },
      ...some(0.85, () => ({ isTrimmed: true, startTime, endTime: startTime + seconds(1, 1.2) })),
      ...some(0.3, () => ({ speed: pick([0.5, 0.75, 1.3, 2, 3.1]) })),
      ...some(0.2, () => ({ isReversed: true })),
      ...some(0.1, () => ({ isBoomeranged: true })),
      ...some(0.25, () => ({ loopMode: 'duration', playLength: seconds(1, 2.5) })),
      ...some(0.3, () => ({ isMuted: true })),
      ...some(0.2, () => ({ volume: 0.5, fadeIn: 0.3, fadeOut: 0.4 })),
      position: chance(0.5) ? full : box(),
      ...(chance(0.35) ? {} : look()),
      ...(chance(0.5) ? {} : motion()),
    };
  };
  const image = (id: string) => ({
    ...{ id, type: 'image', url: pick(randomMedia.images), position: box() },
    ...look(),
    ...motion(),
    ...some(0.2, () => ({ motion: { type: pick(['zoom-in', 'pan-left']), duration: seconds(0.5, 2) } })),
  });
  const text = (id: string) => ({
    ...{ id, type: 'text', text: pick(['Morning', 'At noon\nwe eat', 'Größe', '🙂 Night']), color: '#ff8800' },
    position: box(),
    ...some(0.3, () => ({ backgroundStyle: pick(['wrap', 'box']) })),
    ...some(0.3, () => ({
      animation: { id: pick(['hue-rotate', 'typewriter', 'text-focus-in']), duration: seconds(0.5, 1.5) },
    })),
    ...motion(),
  });
  const shape = (id: string) => ({
    ...{ id, type: 'shape', shapeType: pick(['rectangle', 'ellipse', 'arrow', 'triangle']), position: box() },
    ...{ background: '#3366aa90', lineWidth: Math.round(between(0, 9)) },
    ...motion(),
  });
  const gif = (id: string) => ({
    ...{ id, type: 'video', url: pick(randomMedia.gifs), converted_gif: true, position: box() },
    ...motion(),
  });
  const audio = (id: string) => ({
    ...{ id, type: 'audio', url: pick(randomMedia.audio), isTrimmed: true, startTime: 0.5, endTime: seconds(1.5, 2) },
    ...{ from: seconds(0, 0.5), volume: 0.4 },
  });
  const subtitles = (id: string) => ({
    ...{ id, type: 'subtitles', fontSize: '14px', position: { x: '5%', y: '60%', width: '90%', height: '35%' } },
    cues: [
      { id: 'a', startTime: 0.1, endTime: 0.7, text: 'First words' },
      { id: 'b', startTime: 0.6, endTime: 1.4, text: 'Second words' },
    ],
  });
  return { video, image, text, shape, gif, audio, subtitles };
}

/**
 * Creates a small project of 1 to 4 scenes, a few seconds long, reproducible by its seed. Media are named as in
 * `randomMedia`.
 */
export function randomProject(seed: number): object {
  const draw = drawOf(seed);
  const { pick, chance, between, seconds, some } = draw;
  const { video, image, text, shape, gif, audio, subtitles } = layersOf(draw);
  const scene = (i: number): object => {
    const moves = chance(0.65);
    const layers = [
      ...(chance(0.15) ? [subtitles(`c${i}`)] : []),
      ...(chance(0.5) ? [text(`t${i}`)] : []),
      ...(chance(0.3) ? [image(`i${i}`)] : []),
      ...(chance(0.2) ? [shape(`f${i}`)] : []),
      ...(chance(0.15) ? [gif(`g${i}`)] : []),
      ...(chance(0.2) ? [audio(`a${i}`)] : []),
      ...(moves ? [video(`v${i}`)] : []),
      ...(moves && chance(0.25) ? [video(`w${i}`)] : []),
    ];
    return {
      id: `s${i}`,
      background: pick(['#000000', '#224466', '#ffffff', '#12345680', 'transparent']),
      layers,
      ...(moves ? {} : { isImageVideo: true, duration: seconds(0.8, 2) }),
      ...some(0.5, () => ({ transition: { type: pick(transitionTypes), duration: seconds(0.2, 0.8) } })),
    };
  };
  /** Scenes that can be copied from their source. */
  const plainScene = (i: number): object => {
    const startTime = pick([0, 0.5, 0.733]);
    const layer = { id: `v${i}`, type: 'video', url: 'quick.mp4', isTrimmed: true, startTime, position: full };
    return { id: `s${i}`, layers: [{ ...layer, endTime: startTime + seconds(1, 2) }] };
  };
  const isPlain = chance(0.12);
  const [width, height] = isPlain ? sizes[0] : pick(sizes);
  const output = isPlain ? { type: 'video' } : pick(outputs);
  const quality = pick(['high', 'high', 'standard']);
  const count = 1 + Math.floor(between(0, 3.6));
  /** A layer of the whole project: often across a cut, or following a scene. */
  const placed = (layer: object): object => ({
    ...layer,
    ...(chance(0.4)
      ? { anchor: `s${Math.floor(between(0, count))}`, from: seconds(-0.6, 0.4), to: seconds(0.9, 1.9) }
      : chance(0.7)
        ? { from: seconds(0.3, 1.2), to: seconds(1.4, 3.5) }
        : { from: undefined, to: undefined }),
  });
  const overlay = () => [
    ...(chance(0.4) ? [placed(text('ot'))] : []),
    ...(chance(0.4) ? [placed(image('oi'))] : []),
    ...(chance(0.3) ? [placed(subtitles('oc'))] : []),
    ...(chance(0.4) ? [placed(audio('oa'))] : []),
    ...(chance(0.4) ? [placed(video('ov'))] : []),
  ];
  const made = {
    ...{ width, height, quality, output },
    scenes: Array.from({ length: count }, (_, i) => (isPlain ? plainScene : scene)(i)),
    ...some(output.type === 'audio' ? 1 : 0.35, () => ({
      audio: { url: pick(randomMedia.audio), startTime: seconds(0, 0.5), loop: chance(0.5), volume: 0.5, fadeOut: 0.5 },
    })),
    ...some(0.1, () => ({ isMuted: true })),
    ...some(0.15, () => ({ alwaysEncode: true })),
    // Drawn last, so that seeds keep everything else, like the directions below.
    ...(isPlain ? {} : some(0.5, () => ({ layers: overlay() }))),
  };
  const directed = (one: { transition?: object }): object =>
    one.transition
      ? { ...one, transition: { ...one.transition, ...some(0.6, () => ({ direction: pick(transitionDirections) })) } }
      : one;
  /** Two clips in place of a layer, the second with a transition from the first. */
  const halved = (layer: Record<string, unknown>): object[] => {
    const at = seconds(0.3, 0.5);
    const animateIn = { type: pick(clipTransitions), duration: seconds(0.2, 0.4), over: true };
    const [before, after] = [
      { ...layer, to: at },
      { ...layer, id: `${layer.id}b`, from: at, animateIn },
    ];
    return chance(0.5) ? [before, after] : [after, before];
  };
  const joined = (one: { layers?: object[] }): object => {
    const index = Math.floor(between(0, one.layers?.length ?? 0));
    const layer = (one.layers?.[index] ?? {}) as Record<string, unknown>;
    const isWhole =
      ['text', 'image', 'video', 'shape'].includes(String(layer.type)) && !('from' in layer || 'to' in layer);
    return isWhole && chance(0.6) ? { ...one, layers: one.layers?.toSpliced(index, 1, ...halved(layer)) } : one;
  };
  const directedScenes = made.scenes.map(directed);
  const scenes = isPlain ? directedScenes : directedScenes.map(joined);
  const rate = output.type === 'video' ? some(0.3, () => ({ fps: pick([23.976, 12.5, 50]) })) : {};
  return { ...made, scenes, output: { ...output, ...rate } };
}

/** Types of `animateIn` that all layers have. */
const clipTransitions = ['fade', 'slide', 'zoom', 'pop', 'wipe'] as const;
