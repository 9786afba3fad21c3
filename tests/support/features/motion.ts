import { easings } from '../../../engine/project/keyframes.ts';
import { imageMotions } from '../../../engine/project/videoEffects.ts';
import { place } from '../../e2e/support/stage.ts';
import { type Feature, film, type LayerInput, oneOfEach, sceneOf } from './feature.ts';

const scene = { duration: 2, background: '#3f6f5f' };

/** Keyframes of a layer of each kind. @param at returns keyframes relative to the layer's box. */
function keyed(name: string, at: (from: { x: number; y: number; width: number; height: number }) => object[]): Feature {
  const fields = (position: LayerInput['position']) => {
    const [x, y, width, height] = (['x', 'y', 'width', 'height'] as const).map((side) =>
      Number.parseFloat(position?.[side] ?? '0'),
    ) as [number, number, number, number];
    return { keyframes: at({ x, y, width, height }) };
  };
  return {
    ...{ name: `keyframes: ${name}`, of: 'pictures' },
    ...{
      project: sceneOf(oneOfEach(fields), scene),
      without: sceneOf(
        oneOfEach(() => ({})),
        scene,
      ),
    },
  };
}

const percent = (value: number) => `${value}%`;

const keyframes: readonly Feature[] = [
  keyed('place', ({ x, y }) => [
    { time: 0.2, x: percent(x), y: percent(y) },
    { time: 1.1, x: percent(x + 7.3), y: percent(y - 9.1) },
    { time: 1.8, x: percent(x - 5.7), y: percent(y + 3.9) },
  ]),
  keyed('size', ({ x, y, width, height }) => [
    { time: 0.2, x: percent(x), y: percent(y), width: percent(width), height: percent(height) },
    { time: 1.8, x: percent(x + 8), y: percent(y + 8), width: percent(width * 0.45), height: percent(height * 0.45) },
  ]),
  keyed('rotation', () => [
    { time: 0.2, rotation: 0 },
    { time: 1.8, rotation: 47 },
  ]),
  keyed('opacity', () => [
    { time: 0.2, opacity: 1 },
    { time: 1.6, opacity: 0.15 },
  ]),
];

/** All easings between two keyframes. */
function eased(isEased: boolean): Feature['project'] {
  const bars = easings.map((easing, i) => {
    const [y, height] = [4 + 19 * i, 15];
    const frames = [
      { time: 0.1, x: '2%', ...(isEased ? { easing } : {}) },
      { time: 1.7, x: '68%' },
    ];
    return {
      ...{ id: easing, type: 'text', text: easing, color: '#ffffff', textShadow: 'none', background: '#5969e2' },
      ...{ backgroundStyle: 'box', position: place(2, y, 30, height), keyframes: frames },
    } as LayerInput;
  });
  return sceneOf(bars, scene);
}

const moving = (type: string): Feature => {
  const made = (motion: object) =>
    sceneOf([{ id: 'i', type: 'image', url: '../media/lake.jpg', position: place(0, 0, 100, 100), ...motion }], scene);
  return {
    ...{ name: `a picture that moves in its box: ${type}`, of: 'pictures' },
    ...{ project: made({ motion: { type, duration: 2 } }), without: made({}) },
  };
};

/** Motion and keyframes at once, above a video. */
const together: Feature = (() => {
  const path = [
    { time: 0, x: '50%', rotation: 0 },
    { time: 1.8, x: '8%', rotation: -20 },
  ];
  const made = (keyframes?: object[]) =>
    sceneOf(
      [
        {
          ...{ id: 'i', type: 'image', url: '../media/lake.jpg', position: place(50, 20, 40, 60) },
          ...(keyframes ? { keyframes, motion: { type: 'zoom-in', duration: 2 } } : {}),
        } as LayerInput,
        film(),
      ],
      scene,
    );
  return { name: 'keyframes of a picture that moves in its box', of: 'pictures', project: made(path), without: made() };
})();

/** Features of motion. */
export const motionFeatures: readonly Feature[] = [
  ...keyframes,
  { name: 'keyframes: easing', of: 'pictures', project: eased(true), without: eased(false) },
  ...imageMotions.map(moving),
  together,
];
