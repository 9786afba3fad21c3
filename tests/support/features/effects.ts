import { layerEffects } from '../../../engine/effects/layerEffects.ts';
import { place } from '../../e2e/support/stage.ts';
import { type Feature, film, type LayerInput, oneOfEach, onFilm, projectOf, sceneOf } from './feature.ts';

const inside = place(15, 15, 70, 70);
const lake = { id: 'i', type: 'image', url: '../media/lake.jpg', position: inside } as LayerInput;
const sea = {
  ...{ id: 'v', type: 'video', url: '../media/traffic.mp4', isTrimmed: true, startTime: 1, endTime: 3, isMuted: true },
  position: inside,
} as LayerInput;
const clear = { id: 'c', type: 'video', url: '../media/sprite-alpha.webm', position: inside } as LayerInput;
const spoken = {
  ...{ id: 's', type: 'subtitles', fontSize: '64px', color: '#ffe14d', position: place(5, 30, 90, 60) },
  cues: [
    { id: 'a', text: 'One two three', startTime: 0, endTime: 1 },
    { id: 'b', text: 'Four five six', startTime: 1, endTime: 2 },
  ],
} as LayerInput;

const keyframes = [
  { time: 0.2, x: '15%', y: '15%', width: '70%', height: '70%', rotation: 0 },
  { time: 1.6, x: '25%', y: '20%', width: '50%', height: '50%', rotation: 20 },
];
const combined: readonly [string, object][] = [
  ['with rotation', { position: { ...inside, rotation: 17 } }],
  ['with a crop', { crop: { x: 0.31, y: 0.22, width: 0.43, height: 0.51 } }],
  ['with flips and a vignette', { flipped: true, flippedVertical: true, vignette: 60 }],
  ['with corners, a shadow and opacity', { radius: 60, shadowColor: '#000000', shadowBlur: 20, globalAlpha: 0.8 }],
  ['beyond the canvas', { position: place(-30, 40, 90, 90) }],
  ['with keyframes', { keyframes }],
];

/** Each effect at three amounts, on all kinds of layers, and together with other properties. */
export const effectFeatures: readonly Feature[] = layerEffects.flatMap(({ id, title }): Feature[] => {
  const used = { [id]: 40 };
  const inTransition = (more: object) =>
    projectOf([
      { id: 'a', layers: [{ ...film(), ...more }] },
      {
        ...{ id: 'b', transition: { type: 'slide', duration: 1 } },
        layers: [{ ...sea, position: place(0, 0, 100, 100), ...more } as LayerInput],
      },
    ]);
  return [
    ...[15, 40, 100].flatMap((amount) => [
      onFilm(`${title} of a video: ${amount}`, sea, { [id]: amount }),
      onFilm(`${title} of an image: ${amount}`, lake, { [id]: amount }),
    ]),
    ...combined.flatMap(([name, fields]) => [
      onFilm(`${title} of a video ${name}`, sea, { ...fields, ...used }, { plain: fields }),
      onFilm(`${title} of an image ${name}`, lake, { ...fields, ...used }, { plain: fields }),
    ]),
    onFilm(`${title} of a transparent video`, clear, used),
    onFilm(`${title} of subtitles`, spoken, used),
    {
      ...{ name: `${title} of one layer of each kind`, of: 'pictures' },
      project: sceneOf([...oneOfEach(() => used), film()]),
      without: sceneOf([...oneOfEach(() => ({})), film()]),
    },
    { name: `${title} in a transition`, of: 'pictures', project: inTransition(used), without: inTransition({}) },
  ];
});
