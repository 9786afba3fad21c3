import type { TextLayer } from '../project/layers.ts';
import { type Position, textLayer } from '../project/layers.ts';
import { TEXT_OUTLINE_WIDTH } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { withLayer } from './find.ts';

/** Fields that a preset sets: letters and their background. Text, position and alignment stay. */
const presetFields = [
  ...(['fontFamily', 'fontWeight', 'fontStyle', 'color', 'lineHeight', 'letterSpacing', 'globalAlpha'] as const),
  ...(['textShadow', 'outlineWidth', 'shadowColor', 'shadowBlur', 'shadowOffsetX', 'shadowOffsetY'] as const),
  ...(['background', 'backgroundStyle', 'padding', 'radius', 'gradientColor', 'gradientAngle'] as const),
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

/** No gradient. */
const oneColor = { gradientColor: 'none', gradientAngle: 180 } as const;

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
  const worn = { ...oneColor, ...layer };
  const { x, y } = place?.position ?? layer.position ?? {};
  return (
    presetFields.every((field) => worn[field] === preset[field]) && layer.position?.x === x && layer.position?.y === y
  );
}

function wholePreset(fields: Partial<TextPresetFields>): TextPresetFields {
  const { shape } = textLayer;
  const usual = Object.fromEntries(
    presetFields.map((field) => [field, shape[field].parse(undefined, { jitless: true })]),
  );
  return { ...(usual as TextPresetFields), ...oneColor, outlineWidth: TEXT_OUTLINE_WIDTH, ...fields };
}
