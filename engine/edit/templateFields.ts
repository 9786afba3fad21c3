import { kindOf } from '../kinds/index.ts';
import { isText } from '../kinds/text.ts';
import type { MakeId } from '../project/id.ts';
import type { FieldNames, Layer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { cutName } from './cutName.ts';
import { withLayer, withLayers } from './find.ts';
import { replaceLayers } from './layers.ts';
import type { ChosenMedia } from './newLayers.ts';
import { coloredLayer } from './style.ts';

/** What of a layer a template can ask for: its words or its file, and its color. */
export type FieldPart = keyof FieldNames;

/** Something that a template asks for. */
export interface TemplateField {
  name: string;
  /** file: a picture or a video. */
  kind: 'text' | 'file' | 'sound' | 'color';
  /** The words or color, or the file's address, that stand there now; '' for none. */
  value: string;
}

/** What fills fields, by their names: words, a color, or a file that was measured. */
export type FieldValues = ReadonlyMap<string, string | ChosenMedia>;

/** A field in a text, such as {{name}}; its name, as long as names are, is the first group. */
export const NAME_IN_TEXT = /\{\{\s*([^{}\s](?:[^{}]{0,198}[^{}\s])?)\s*\}\}/g;

/** What the words or the file of a layer are as a field; undefined for a layer that has neither. */
export function contentKind(layer: Layer): TemplateField['kind'] | undefined {
  if (isText(layer)) return 'text';
  if (layer.type === 'audio') return 'sound';
  return layer.type === 'placeholder' || 'url' in layer ? 'file' : undefined;
}

/** Names what a template asks for in a layer; an empty name means that it asks for nothing. Fields of one name and kind are one. */
export function nameField(project: Project, layerId: string, part: FieldPart, name: string): Project {
  const trimmed = cutName(name.trim()).trimEnd();
  return withLayer(project, layerId, (layer) => {
    if ((layer.fieldNames?.[part] ?? '') === trimmed) return layer;
    const { fieldNames: { [part]: _, ...others } = {}, ...plain } = layer;
    const names = trimmed === '' ? others : { ...others, [part]: trimmed };
    return (Object.keys(names).length > 0 ? { ...plain, fieldNames: names } : plain) as Layer;
  });
}

/** Which kinds of fields take less than others: a color, or the path of a file, may stand in a text, but not any words for them. */
const strictness: Readonly<Record<TemplateField['kind'], number>> = { text: 0, color: 1, sound: 2, file: 2 };

/**
 * What a project asks for as a template, each name once, in reading order: named parts of layers, and {{names}} in texts. Where
 * parts of several kinds have one name, it asks for what fills most of them.
 */
export function templateFields(project: Project): TemplateField[] {
  const found = new Map<string, TemplateField>();
  const add = (field: TemplateField) => {
    const before = found.get(field.name);
    if (!before || strictness[field.kind] > strictness[before.kind]) found.set(field.name, field);
  };
  for (const layer of project.scenes.flatMap(({ layers }) => layers)) {
    const { content, color } = layer.fieldNames ?? {};
    const kind = contentKind(layer);
    if (content !== undefined && kind) add({ name: content, kind, value: contentOf(layer) });
    const ofColor = color === undefined ? undefined : kindOf(layer).colorField(layer, 'color');
    if (color !== undefined && ofColor) add({ name: color, kind: 'color', value: textIn(layer, ofColor.name) });
    for (const name of isText(layer) && content === undefined ? namesIn(layer.text) : [])
      add({ name, kind: 'text', value: '' });
  }
  return [...found.values()];
}

/**
 * The project that a template makes: every field that a value is given for holds it. A color that is none, and a file
 * where there is room for words, are passed by.
 * @param makeId for the layers that take the place of files.
 */
export function fillFields(project: Project, values: FieldValues, makeId: MakeId): Project {
  const texts = project.scenes.flatMap(({ layers }) => layers.filter(isText)).map(({ id }) => id);
  // Texts first: what a value has in braces is meant as it stands.
  const written = withLayers(project, texts, (layer) => {
    if (!isText(layer)) return layer;
    const text = layer.text.replace(NAME_IN_TEXT, (all, name: string) => wordsOf(values.get(name)) ?? all);
    return text === layer.text ? layer : { ...layer, text };
  });
  return fillNamed(written, values, makeId);
}

/** As fillFields, of the named parts of layers alone. */
export function fillNamed(project: Project, values: FieldValues, makeId: MakeId): Project {
  const named = project.scenes.flatMap(({ layers }) => layers.filter(({ fieldNames }) => fieldNames));
  const ids = named.map(({ id }) => id);
  const written = withLayers(project, ids, (layer) => withWords(layer, values));
  const files = named.flatMap((layer): [string, ChosenMedia][] => {
    const given = values.get(layer.fieldNames?.content ?? '');
    return typeof given === 'object' && !isText(layer) ? [[layer.id, given]] : [];
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
