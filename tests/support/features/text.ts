import { pasteStyle, styleOf } from '../../../engine/edit/copiedStyle.ts';
import { layersOf } from '../../../engine/edit/find.ts';
import { lowerThirds, memeLines, textPresets } from '../../../engine/edit/textPresetList.ts';
import { setTextPreset, type TextPreset } from '../../../engine/edit/textPresets.ts';
import type { Project } from '../../../engine/project/project.ts';
import { place } from '../../e2e/support/stage.ts';
import { type Feature, type LayerInput, oneOfEach, onFilm, projectOf, sceneOf } from './feature.ts';

const words = {
  ...{ id: 't', type: 'text', text: 'Hello\nthere', fontWeight: 'bold', color: '#ffe14d', textShadow: 'none' },
  position: place(4, 12, 92, 84),
} as LayerInput;
const sized = { fitText: false, fontSize: '80px' };
const shadow = { shadowColor: '#000000', shadowBlur: 12, shadowOffsetX: 10, shadowOffsetY: 12 };
const ground = { background: '#1d3557e0', padding: 26, radius: 24 };

/** Typography, and backgrounds of text. */
const letters: readonly Feature[] = [
  onFilm('a size in numbers', words, { fitText: false, fontSize: '47px' }),
  onFilm('letter spacing', words, { ...sized, letterSpacing: 0.3 }, { plain: sized }),
  onFilm('line spacing', words, { ...sized, lineHeight: 1.9 }, { plain: sized }),
  onFilm('the opacity of a text', words, { globalAlpha: 0.4 }),
  onFilm('a gradient of a text', words, { gradientColor: '#e5007d', gradientAngle: 100 }),
  onFilm('a ground behind each line', words, { ...sized, ...ground, backgroundStyle: 'wrap' }, { plain: sized }),
  onFilm('a box behind a text', words, { ...sized, ...ground, backgroundStyle: 'box' }, { plain: sized }),
  onFilm('the shadow of a text', words, shadow),
  onFilm(
    'the width of an outline',
    words,
    { textShadow: '#5b1d8b', outlineWidth: 26 },
    { plain: { textShadow: '#5b1d8b' } },
  ),
];

const sixth = (i: number) => place(2 + 33 * (i % 3), 14 + 42 * Math.floor(i / 3), 30, 38);

/** Six presets at a time, in scenes of half a second. */
function presetsOf(presets: readonly TextPreset[]): Feature['project'] {
  const scenes = Array.from({ length: Math.ceil(presets.length / 6) }, (_, scene) => ({
    id: `s${scene}`,
    background: '#3f6f5f',
    duration: 0.5,
    layers: presets
      .slice(6 * scene, 6 * scene + 6)
      .map(({ title }, i): LayerInput => ({ ...words, id: title, text: title, position: sixth(i) }) as LayerInput),
  }));
  return projectOf(scenes);
}

function withPresets(project: Project, presets: readonly TextPreset[]): Project {
  return presets.reduce((now, preset) => setTextPreset(now, preset.title, preset), project);
}

/** Presets with a place of their own, each in its own scene. */
const placed = [...lowerThirds, ...memeLines];
const placedPlain = projectOf(
  placed.map(({ title, sample = title }) => ({
    ...{ id: title, background: '#3f6f5f', duration: 0.4 },
    layers: [{ ...words, id: title, text: sample }] as LayerInput[],
  })),
);
const copied = projectOf([
  {
    ...{ id: 's', duration: 1, background: '#3f6f5f' },
    layers: [
      { ...words, id: 'from', position: place(3, 10, 44, 80), ...sized, ...shadow, ...ground, backgroundStyle: 'wrap' },
      { ...words, id: 'to', position: place(53, 10, 44, 80) },
    ] as LayerInput[],
  },
]);

const styles: readonly Feature[] = [
  {
    ...{ name: 'the ready styles', of: 'pictures', without: presetsOf(textPresets) },
    project: withPresets(presetsOf(textPresets), textPresets),
  },
  {
    ...{ name: 'lower thirds and the lines of a meme', of: 'pictures', without: placedPlain },
    project: withPresets(placedPlain, placed),
  },
  {
    ...{ name: 'a copied style', of: 'pictures', without: copied },
    project: pasteStyle(copied, ['to'], styleOf(layersOf(copied, ['from'])[0] as Parameters<typeof styleOf>[0])),
  },
];

const sides = [
  ['left', 'bottom'],
  ['top', 'right'],
] as const;

/** An entry and exit animation of a layer of each kind. @param turns the sides, for animations that have one. */
function comes(type: string, turns?: readonly [string, string]): Feature {
  const animated = (i: number) => ({
    animateIn: { type, duration: 0.7, ...(turns ? { side: turns[i % 2] } : {}) },
    animateOut: { type, duration: 0.6, ...(turns ? { side: turns[(i + 1) % 2] } : {}) },
  });
  const times = { from: 0.2, to: 1.8 };
  const made = (fields: (i: number) => object) =>
    sceneOf([...oneOfEach((_, i) => ({ ...times, ...fields(i) }))], { duration: 2, background: '#3f6f5f' });
  return {
    ...{ name: `layers that come and go: ${type}${turns ? `, ${turns.join(' and ')}` : ''}`, of: 'pictures' },
    ...{ project: made(animated), without: made(() => ({})) },
  };
}

const animations: readonly Feature[] = [
  comes('fade'),
  ...sides.map((side) => comes('slide', side)),
  comes('zoom'),
  comes('pop'),
  ...sides.map((side) => comes('wipe', side)),
  onFilm('a text that is typed', words, {
    ...{ animateIn: { type: 'typewriter', duration: 1 }, animateOut: { type: 'typewriter', duration: 0.6 } },
  }),
];

/** Features of text, and entry and exit animations. */
export const textFeatures: readonly Feature[] = [...letters, ...styles, ...animations];
