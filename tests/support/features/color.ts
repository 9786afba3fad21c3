import { place } from '../../e2e/support/stage.ts';
import { type Feature, film, type LayerInput, onFilm as picture, projectOf, sceneOf } from './feature.ts';

const lake = { id: 'i', type: 'image', url: '../media/lake.jpg', position: place(15, 15, 70, 74) } as LayerInput;
const sea = {
  ...{ id: 'v', type: 'video', url: '../media/ocean.mp4', isTrimmed: true, startTime: 1, endTime: 3, isMuted: true },
  position: place(15, 15, 70, 74),
} as LayerInput;
const clear = {
  id: 'c',
  type: 'video',
  url: '../media/sprite-alpha.webm',
  position: place(15, 15, 70, 74),
} as LayerInput;
const old = { ...film({ url: '../media/sd601.mp4' }), id: 'old' } as LayerInput;
const full = { ...film({ url: '../media/full-range.mp4' }), id: 'full' } as LayerInput;

/** A feature of colors above the film. */
const onFilm = (...args: Parameters<typeof picture>): Feature => ({ ...picture(...args), of: 'colors' });

/** Three values of each setting. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  exposure: [-2, 0.6, 1.5],
  temperature: [-100, 40, 100],
  tint: [-100, 40, 100],
  highlights: [-100, 50, 100],
  shadows: [-100, 50, 100],
  contrast: [-100, 50, 100],
  saturation: [-100, 50, 100],
  curve: [
    {
      master: [
        [0, 0.1],
        [0.4, 0.3],
        [1, 0.9],
      ],
    },
    {
      red: [
        [0, 0.3],
        [1, 1],
      ],
      blue: [
        [0, 0],
        [0.5, 0.2],
        [1, 1],
      ],
    },
    {
      master: [
        [0, 1],
        [1, 0],
      ],
    },
  ],
  lut: [{ name: 'cinema' }, { name: 'noir', intensity: 60 }, { name: 'cross-process' }],
};

/** Several settings at once. */
const color = {
  exposure: 0.7,
  ...{ temperature: 45, tint: -20, highlights: -60, shadows: 70, contrast: 35, saturation: 40 },
  curve: {
    master: [
      [0, 0.06],
      [0.5, 0.56],
      [1, 1],
    ],
    blue: [
      [0, 0.1],
      [1, 0.9],
    ],
  },
  lut: { name: 'golden-hour', intensity: 70 },
};

/** Visible behind a chroma key and a blend mode too. */
const inverted = {
  ...color,
  curve: {
    master: [
      [0, 1],
      [1, 0],
    ],
  },
};

const keyframes = [
  { time: 0.2, x: '15%', y: '15%', rotation: 0, opacity: 1 },
  { time: 1.6, x: '25%', y: '20%', rotation: 20, opacity: 0.5 },
];
const cut = { crop: { x: 0.31, y: 0.22, width: 0.43, height: 0.51 } };
const turned = { position: { ...place(15, 15, 70, 74), rotation: 17 } };

const combined: readonly [string, object][] = [
  ['after a filter and before a vignette', { filterName: 'Vivid', brightness: 130, vignette: 60 }],
  ['with rotation', turned],
  ['with a crop', cut],
  ['with flips', { flipped: true, flippedVertical: true }],
  ['before a blur', { blur: 40 }],
  ['with opacity and corners', { globalAlpha: 0.6, radius: 60 }],
  ['with a blend mode', { blendMode: 'screen' }],
  ['with a chroma key', { chromaKey: { color: '#5b9fdc', similarity: 0.07, smoothness: 0.04, spill: 0.4 } }],
];

const scene = (id: string, layer: LayerInput, more: object = {}) => ({ id, layers: [layer], ...more });
const inTransition = (more: object) =>
  projectOf([
    scene('a', { ...film(), ...more } as LayerInput),
    scene('b', { ...sea, position: place(0, 0, 100, 100), ...more } as LayerInput, {
      transition: { type: 'dissolve', duration: 1 },
    }),
  ]);

/** Color correction: each setting at three values, then all together with other properties. */
export const colorFeatures: readonly Feature[] = [
  ...Object.entries(values).flatMap(([setting, three]) =>
    three.map((value, i) =>
      // The video has no bright parts.
      i === 1 || setting === 'highlights'
        ? onFilm(`color ${setting} of an image: ${JSON.stringify(value)}`, lake, { color: { [setting]: value } })
        : onFilm(`color ${setting} of a video: ${JSON.stringify(value)}`, sea, { color: { [setting]: value } }),
    ),
  ),
  ...combined.flatMap(([name, fields]) => [
    onFilm(`color of a video ${name}`, sea, { ...fields, color: inverted }, { plain: fields }),
    onFilm(`color of an image ${name}`, lake, { ...fields, color: inverted }, { plain: fields }),
  ]),
  onFilm('color of a video with keyframes', sea, { keyframes, color }, { plain: { keyframes } }),
  onFilm('color of an image with keyframes', lake, { keyframes, color }, { plain: { keyframes } }),
  onFilm('color of a transparent video', clear, { color: { curve: values.curve?.[2] } }),
  onFilm('color of a BT.601 video', old, { color }),
  onFilm('color of a full-range video', full, { color }),
  {
    ...{ name: 'color of a video that is cut to run backwards', of: 'colors' },
    project: sceneOf([film({ isReversed: true, color } as object)]),
    without: sceneOf([film({ isReversed: true })]),
  },
  { name: 'color in a transition', of: 'colors', project: inTransition({ color }), without: inTransition({}) },
];
