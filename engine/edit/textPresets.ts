import type { TextLayer } from '../project/layers.ts';
import { type Position, textLayer } from '../project/layers.ts';
import { TEXT_OUTLINE_WIDTH } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { withLayer } from './find.ts';

/** Fields that a preset sets: letters and their background. Text, position and alignment stay. */
const presetFields = [
  ...(['fontFamily', 'fontWeight', 'fontStyle', 'color', 'lineHeight', 'letterSpacing', 'globalAlpha'] as const),
  ...(['textShadow', 'outlineWidth', 'shadowColor', 'shadowBlur', 'shadowOffsetX', 'shadowOffsetY'] as const),
  ...(['background', 'backgroundStyle', 'padding', 'radius'] as const),
];

/** Fields of a text that a preset sets. */
export type TextPresetFields = Pick<TextLayer, (typeof presetFields)[number]>;

/** A preset style of text. */
export interface TextPreset {
  title: string;
  fields: Partial<TextPresetFields>;
  /** Text of its thumbnail; default: its title. */
  sample?: string;
  /** For presets with a fixed place: position and alignment. */
  place?: Partial<Pick<TextLayer, 'textAlign' | 'verticalAlign'>> & { position: Position };
}

const none = { textShadow: 'none' } as const;
const shade = { shadowColor: 'rgba(0, 0, 0, 0.55)', shadowBlur: 14, shadowOffsetY: 6 } as const;
const meme: Partial<TextPresetFields> = {
  ...{ fontFamily: 'Impact', color: '#ffffff', textShadow: '#000000', outlineWidth: 10, letterSpacing: 0.01 },
};
const memeLine = (y: string, verticalAlign: TextLayer['verticalAlign']): NonNullable<TextPreset['place']> => ({
  position: { x: '4%', y, width: '92%', height: '20%', rotation: 0 },
  textAlign: 'center',
  verticalAlign,
});
const third = (position: Omit<Position, 'rotation'>, textAlign: TextLayer['textAlign'] = 'left') => ({
  position: { ...position, rotation: 0 },
  textAlign,
  verticalAlign: 'middle' as const,
});
const low = third({ x: '5%', y: '76%', width: '55%', height: '14%' });

/** Preset styles in display order; titles are unique. */
export const textPresets: readonly TextPreset[] = [
  { title: 'Plain', fields: { ...none, color: '#ffffff' } },
  { title: 'Outlined', fields: { color: '#ffffff', textShadow: '#000000', outlineWidth: 8, fontWeight: 'bold' } },
  { title: 'Soft shadow', fields: { ...none, ...shade, color: '#ffffff', fontWeight: 'bold' } },
  {
    title: 'Headline',
    fields: { ...none, fontFamily: 'Anton', color: '#ffffff', letterSpacing: 0.02, lineHeight: 1.1, ...shade },
  },
  {
    title: 'Meme',
    fields: meme,
  },
  {
    title: 'Neon',
    fields: {
      ...{
        ...none,
        fontFamily: 'Pacifico',
        color: '#ffe9fb',
        shadowColor: '#ff3fd0',
        shadowBlur: 30,
        shadowOffsetY: 0,
      },
    },
  },
  {
    title: 'Retro',
    fields: {
      ...{ fontFamily: 'Bangers', color: '#ffd23f', textShadow: '#7b2d8b', outlineWidth: 10, letterSpacing: 0.04 },
      ...{ shadowColor: '#2b1b4d', shadowBlur: 0, shadowOffsetX: 6, shadowOffsetY: 6 },
    },
  },
  {
    title: 'Typed',
    fields: {
      ...none,
      fontFamily: 'Courier New',
      color: '#1d1d26',
      backgroundStyle: 'wrap',
      background: '#fff8e7',
      radius: 2,
    },
  },
  {
    title: 'Highlight',
    fields: {
      ...{ ...none, color: '#1d1d26', fontWeight: 'bold', backgroundStyle: 'wrap', background: '#ffe14d' },
      ...{ padding: 10, radius: 4 },
    },
  },
  {
    title: 'Label',
    fields: {
      ...{ ...none, color: '#ffffff', fontWeight: 'bold', backgroundStyle: 'wrap', background: '#5969e2' },
      ...{ padding: 16, radius: 60 },
    },
  },
  {
    title: 'Elegant',
    fields: { ...none, fontFamily: 'Georgia', fontStyle: 'italic', color: '#ffffff', letterSpacing: 0.06, ...shade },
  },
  { title: 'Wide', fields: { ...none, color: '#ffffff', letterSpacing: 0.35, fontWeight: 'bold', ...shade } },
];

/** The two lines of a meme; titles are unique among all presets. */
export const memeLines: readonly TextPreset[] = [
  { title: 'Top line', fields: meme, place: memeLine('3%', 'top') },
  { title: 'Bottom line', fields: meme, place: memeLine('77%', 'bottom') },
];

/** Lower thirds in display order; titles are unique among all presets. */
export const lowerThirds: readonly TextPreset[] = [
  {
    title: 'News bar',
    sample: 'Ada Lovelace',
    fields: {
      ...none,
      color: '#ffffff',
      fontWeight: 'bold',
      backgroundStyle: 'box',
      background: '#c4203b',
      padding: 20,
      radius: 0,
    },
    place: third({ x: '0%', y: '78%', width: '100%', height: '13%' }),
  },
  {
    title: 'Name tag',
    sample: 'Ada Lovelace',
    fields: {
      ...none,
      color: '#ffffff',
      backgroundStyle: 'box',
      background: 'rgba(16, 18, 34, 0.78)',
      padding: 20,
      radius: 14,
    },
    place: low,
  },
  {
    title: 'Pill',
    sample: 'Ada Lovelace',
    fields: {
      ...none,
      color: '#1d1d26',
      fontWeight: 'bold',
      backgroundStyle: 'wrap',
      background: '#ffffff',
      padding: 18,
      radius: 80,
    },
    place: third({ x: '10%', y: '76%', width: '80%', height: '14%' }, 'center'),
  },
  {
    title: 'Bare',
    sample: 'Ada Lovelace',
    fields: { ...none, ...shade, color: '#ffffff', fontWeight: 'bold' },
    place: low,
  },
];

/**
 * Applies a preset to a text; fields that it does not set get their defaults. The text stays; some presets set the
 * position.
 * @returns the same project if there is no such text.
 */
export function setTextPreset(project: Project, layerId: string, { fields, place }: TextPreset): Project {
  return withLayer(project, layerId, (layer) =>
    layer.type === 'text' ? { ...layer, ...wholePreset(fields), ...place } : layer,
  );
}

/**
 * Returns a preset in a user's font: unless the preset names a family, it uses the font file of the matching face.
 * @param faceOf returns the file of a family for a weight and style.
 */
export function withUserFont(preset: TextPreset, family: string, faceOf: FaceOf): TextPreset {
  if (preset.fields.fontFamily !== undefined) return preset;
  return { ...preset, fields: { ...preset.fields, fontFamily: faceOf(family, wholePreset(preset.fields)) } };
}

type FaceOf = (family: string, shape: Pick<TextLayer, 'fontWeight' | 'fontStyle'>) => string;

/** Returns whether a text matches a preset. */
export function hasPreset(layer: TextLayer, { fields, place }: TextPreset): boolean {
  const preset = wholePreset(fields);
  const { x, y } = place?.position ?? layer.position ?? {};
  return (
    presetFields.every((field) => layer[field] === preset[field]) && layer.position?.x === x && layer.position?.y === y
  );
}

function wholePreset(fields: Partial<TextPresetFields>): TextPresetFields {
  const { shape } = textLayer;
  const usual = Object.fromEntries(
    presetFields.map((field) => [field, shape[field].parse(undefined, { jitless: true })]),
  );
  return { ...(usual as TextPresetFields), outlineWidth: TEXT_OUTLINE_WIDTH, ...fields };
}
