import fc from 'fast-check';
import type { ProjectInput } from '../../engine/project/project.ts';
import { filterNames, transitionTypes } from '../../engine/project/videoEffects.ts';

type SceneInput = ProjectInput['scenes'][number];
type LayerInput = NonNullable<SceneInput['layers']>[number];

/** Every property runs the same inputs each time. */
export const seeded = { seed: 20_261, numRuns: 200 };

const color = fc.constantFrom('#ffffff', '#000', '#5969e2', '#12345678', 'white', 'transparent', 'rgba(1, 2, 3, 0.5)');
const seconds = fc.integer({ min: 0, max: 4000 }).map((n) => n / 100);
const percent = fc.integer({ min: -5000, max: 20_000 }).map((n) => `${n / 100}%`);
const url = fc.constantFrom('a.mp4', 'media/b.webm', 'https://example.org/c.mp4', 'ü ñ.png');
const fit = fc.constantFrom('cover' as const, 'contain' as const, 'fill' as const);

const position = fc.record(
  { x: percent, y: percent, width: percent, height: percent, rotation: fc.integer({ min: -720, max: 720 }) },
  { requiredKeys: [] },
);

const text = fc.record(
  {
    type: fc.constant('text' as const),
    id: fc.constant(''),
    text: fc.string({ unit: 'grapheme', maxLength: 60 }),
    position,
    color,
    textAlign: fc.constantFrom('left' as const, 'center' as const, 'right' as const),
    fontSize: fc.integer({ min: 1, max: 500 }).map((n) => `${n}px`),
    animation: fc.record({
      id: fc.constantFrom(
        'none' as const,
        'text-focus-in' as const,
        'text-flicker-in-glow' as const,
        'hue-rotate' as const,
      ),
      speed: fc.constantFrom('slow' as const, 'default' as const, 'fast' as const),
    }),
  },
  { requiredKeys: ['type', 'id'] },
);

const image = fc.record(
  {
    type: fc.constant('image' as const),
    id: fc.constant(''),
    url,
    position,
    objectFit: fit,
    lockAspectRatio: fc.boolean(),
  },
  { requiredKeys: ['type', 'id', 'url'] },
);

const sound = {
  volume: fc.integer({ min: 0, max: 20 }).map((n) => n / 10),
  fadeIn: fc.integer({ min: 0, max: 50 }).map((n) => n / 10),
  fadeOut: fc.integer({ min: 0, max: 50 }).map((n) => n / 10),
};

/** A video with an optional valid trim: a span of a second or more inside the file. */
const video = fc
  .record({
    url,
    duration: fc.integer({ min: 100, max: 4000 }).map((n) => n / 100),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    isTrimmed: fc.boolean(),
    isMuted: fc.boolean(),
    converted_gif: fc.boolean(),
    loopMode: fc.constantFrom('duration' as const, 'none' as const),
    speed: fc.constantFrom(1, 1, 0.25, 0.5, 1.7, 2, 4),
    isReversed: fc.boolean(),
    isBoomeranged: fc.boolean(),
    brightness: fc.integer({ min: 0, max: 200 }),
    filterName: fc.constantFrom(...filterNames),
    ...sound,
    playLength: fc.option(
      fc.integer({ min: 10, max: 9000 }).map((n) => n / 100),
      { nil: undefined },
    ),
  })
  .map(({ from, playLength, ...rest }) => ({
    ...rest,
    type: 'video' as const,
    id: '',
    startTime: from * (rest.duration - 1),
    endTime: rest.duration,
    ...(playLength === undefined ? {} : { playLength }),
  }));

const shape = fc.record(
  {
    type: fc.constant('shape' as const),
    id: fc.constant(''),
    shapeType: fc.constantFrom(
      'line' as const,
      'arrow' as const,
      'rectangle' as const,
      'ellipse' as const,
      'triangle' as const,
    ),
    background: color,
    lineWidth: fc.integer({ min: 0, max: 100 }),
    globalAlpha: fc.integer({ min: 0, max: 10 }).map((n) => n / 10),
    position,
  },
  { requiredKeys: ['type', 'id', 'shapeType'] },
);

const placeholder = fc.record({ type: fc.constant('placeholder' as const), id: fc.constant(''), background: color });

const played = fc
  .record({ duration: fc.integer({ min: 100, max: 4000 }).map((n) => n / 100), isMuted: fc.boolean(), ...sound })
  .map((rest) => ({ ...rest, type: 'audio' as const, id: '', url: 'voice.ogg' }));

/** The time of a layer: usually the whole scene. */
const time = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record({ from: seconds, length: fc.integer({ min: 1, max: 1000 }) }).map(({ from, length }) => ({
      from,
      to: from + length / 100,
    })),
  },
  { weight: 1, arbitrary: fc.record({ from: seconds }) },
);

const layer: fc.Arbitrary<LayerInput> = fc
  .tuple(fc.oneof(text, image, video, shape, placeholder, played), time)
  .map(([fields, when]) => ({ ...fields, ...when }) as LayerInput);

const scene: fc.Arbitrary<SceneInput> = fc.record(
  {
    id: fc.constant(''),
    layers: fc.array(layer, { maxLength: 5 }),
    background: color,
    duration: fc.oneof(fc.constant(0), seconds),
    isImageVideo: fc.boolean(),
    transition: fc.record({
      type: fc.constantFrom(...transitionTypes),
      duration: fc.integer({ min: 1, max: 50 }).map((n) => n / 10),
    }),
  },
  { requiredKeys: ['id', 'layers', 'background', 'duration', 'isImageVideo'] },
);

const audio = fc.record({
  url: fc.constant('song.mp3'),
  startTime: seconds,
  duration: fc.integer({ min: 100, max: 9000 }).map((n) => n / 100),
  loop: fc.boolean(),
  loopTouched: fc.boolean(),
  isMuted: fc.boolean(),
  ...sound,
});

/** Valid projects as users may write them. */
export const projectInput: fc.Arbitrary<ProjectInput> = fc
  .record(
    {
      scenes: fc.array(scene, { minLength: 1, maxLength: 5 }),
      width: fc.integer({ min: 16, max: 4096 }),
      height: fc.integer({ min: 16, max: 4096 }),
      ratio: fc.constantFrom('1:1', '16:9', '4:5', 'nonsense', '0:1'),
      videoType: fc.constantFrom('mp4' as const, 'gif' as const),
      isMuted: fc.boolean(),
      audio: fc.option(audio, { nil: null }),
    },
    { requiredKeys: ['scenes'] },
  )
  .map((project) => ({ ...project, scenes: withIds(project.scenes) }));

const lane = fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined });

/** Valid projects with layers of the whole project, some of which follow a scene, and with lanes. */
export const layeredInput: fc.Arbitrary<ProjectInput> = fc
  .tuple(
    projectInput,
    fc.array(fc.tuple(layer, fc.option(fc.nat(), { nil: undefined })), { maxLength: 6 }),
    fc.array(lane),
  )
  .map(([project, drawn, lanes]) => {
    const onLane = <L extends LayerInput>(one: L, index: number): L => ({ ...one, lane: lanes[index % 7] });
    const scenes = project.scenes.map((one) => ({ ...one, layers: (one.layers ?? []).map(onLane) }));
    const layers = drawn.map(([one, scene], index) => ({
      ...onLane(one, index + 3),
      id: `p${index}`,
      ...(scene === undefined ? {} : { anchor: scenes[scene % scenes.length]?.id }),
    }));
    return { ...project, scenes, layers };
  });

function withIds(scenes: SceneInput[]): SceneInput[] {
  return scenes.map((one, s) => ({
    ...one,
    id: `s${s}`,
    layers: (one.layers ?? []).map((layer, l): LayerInput => ({ ...layer, id: `s${s}l${l}` })),
  }));
}
