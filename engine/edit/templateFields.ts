import { kindOf } from '../kinds/index.ts';
import type { ContentKind } from '../kinds/kind.ts';
import { isText } from '../kinds/text.ts';
import { allLayers } from '../project/allLayers.ts';
import type { MakeId } from '../project/id.ts';
import type { FieldNames, Layer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { withLayer, withLayers } from './find.ts';
import { replaceLayers } from './layers.ts';
import type { ChosenMedia } from './newLayers.ts';
import { coloredLayer } from './style.ts';
import { truncateName } from './truncateName.ts';

/** Part of a layer that a template can fill: its text or file, or its color. */
export type FieldPart = keyof FieldNames;

/** A field of a template. */
export interface TemplateField {
  name: string;
  /** file: an image or a video. */
  kind: ContentKind | 'color';
  /** Current text, color, or file address; '' for none. */
  value: string;
}

/** Values of fields by name: text, a color, or a measured file. */
export type FieldValues = ReadonlyMap<string, string | ChosenMedia>;

/** A field in a text, such as {{name}}; the first group is its name, limited to the maximum length. */
export const NAME_IN_TEXT = /\{\{\s*([^{}\s](?:[^{}]{0,198}[^{}\s])?)\s*\}\}/g;

/** Names a template field of a layer; an empty name removes it. Fields with the same name and kind are one. */
export function nameField(project: Project, layerId: string, part: FieldPart, name: string): Project {
  const trimmed = truncateName(name.trim()).trimEnd();
  return withLayer(project, layerId, (layer) => {
    if ((layer.fieldNames?.[part] ?? '') === trimmed) return layer;
    const { fieldNames: { [part]: _, ...others } = {}, ...plain } = layer;
    const names = trimmed === '' ? others : { ...others, [part]: trimmed };
    return (Object.keys(names).length > 0 ? { ...plain, fieldNames: names } : plain) as Layer;
  });
}

/** Strictness of field kinds: a color or a file path is valid text, but not vice versa. */
const strictness: Readonly<Record<TemplateField['kind'], number>> = { text: 0, color: 1, sound: 2, file: 2 };

/**
 * Returns the template fields of a project in reading order, each name once: named parts of layers, and {{names}} in
 * texts. If several kinds share a name, the strictest wins.
 */
export function templateFields(project: Project): TemplateField[] {
  const found = new Map<string, TemplateField>();
  const add = (field: TemplateField) => {
    const before = found.get(field.name);
    if (!before || strictness[field.kind] > strictness[before.kind]) found.set(field.name, field);
  };
  for (const layer of allLayers(project)) {
    const { content, color } = layer.fieldNames ?? {};
    const kind = kindOf(layer).content;
    if (content !== undefined && kind) add({ name: content, kind, value: contentOf(layer) });
    const ofColor = color === undefined ? undefined : kindOf(layer).colorField(layer, 'color');
    if (color !== undefined && ofColor) add({ name: color, kind: 'color', value: textIn(layer, ofColor.name) });
    for (const name of isText(layer) && content === undefined ? namesIn(layer.text) : [])
      add({ name, kind: 'text', value: '' });
  }
  return [...found.values()];
}

/**
 * Fills the fields of a template. Skips invalid colors, and files where text is expected.
 * @param makeId for the layers that replace files.
 */
export function fillFields(project: Project, values: FieldValues, makeId: MakeId): Project {
  const texts = allLayers(project)
    .filter(isText)
    .map(({ id }) => id);
  // Texts first, so that braces inside values are not replaced.
  const written = withLayers(project, texts, (layer) => {
    if (!isText(layer)) return layer;
    const text = layer.text.replace(NAME_IN_TEXT, (all, name: string) => wordsOf(values.get(name)) ?? all);
    return text === layer.text ? layer : { ...layer, text };
  });
  return fillNamed(written, values, makeId);
}

/** Fills only the named parts of layers; see fillFields. */
export function fillNamed(project: Project, values: FieldValues, makeId: MakeId): Project {
  const named = allLayers(project).filter(({ fieldNames }) => fieldNames);
  const ids = named.map(({ id }) => id);
  const written = withLayers(project, ids, (layer) => withWords(layer, values));
  const files = named.flatMap((layer): [string, ChosenMedia][] => {
    const chosenValue = values.get(layer.fieldNames?.content ?? '');
    return typeof chosenValue === 'object' && !isText(layer) ? [[layer.id, chosenValue]] : [];
  });
  return replaceLayers(written, new Map(files), makeId);
}

function withWords(layer: Layer, values: FieldValues): Layer {
  const { content = '', color = '' } = layer.fieldNames ?? {};
  const [text, paint] = [wordsOf(values.get(content)), wordsOf(values.get(color))];
  const painted = paint === undefined ? layer : coloredLayer(layer, paint);
  return text === undefined || !isText(painted) ? painted : { ...painted, text };
}

function contentOf(layer: Layer): string {
  if (isText(layer)) return layer.text;
  return 'url' in layer ? layer.url : '';
}

function textIn(layer: Layer, field: string): string {
  return String((layer as Record<string, unknown>)[field]);
}

function namesIn(text: string): string[] {
  return [...text.matchAll(NAME_IN_TEXT)].map(([, name = '']) => name);
}

function wordsOf(value: string | ChosenMedia | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
