import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { pixelsOf } from '../../api/renderer/paint/skia.ts';
import type { ChosenMedia } from '../../engine/edit/newLayers.ts';
import { fillFields, type TemplateField, templateFields } from '../../engine/edit/templateFields.ts';
import { layerBox } from '../../engine/layout/box.ts';
import { findFont } from '../../engine/painters/fontsTable.ts';
import type { Layer } from '../../engine/project/layers.ts';
import { mapMediaUrls, mediaReferences } from '../../engine/project/media.ts';
import { parseProjectText } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import { sceneDuration } from '../../engine/timeline/durations.ts';
import { collections } from '../../fixtures/collections/index.ts';
import { makeMedia } from '../../fixtures/makeMedia.ts';
import { makeTemplates } from '../../fixtures/makeTemplates.ts';
import { paintFrames } from '../support/paintFrames.ts';
import { locally } from '../support/renderLab.ts';
import { root } from '../support/sources.ts';

const folder = join(root, 'fixtures/templates');
const ids = collections.flatMap(({ templates }) => templates.map(({ id }) => id));
/** Factor by which images are rendered smaller; texts fit their boxes at any size. */
const SMALLER = 4;

beforeAll(async () => {
  await makeMedia(join(root, 'fixtures/media'));
  await makeTemplates(join(root, 'fixtures'));
});

it('offers at least twenty-four templates in at least eight themes, each with a unique name and description', () => {
  const all = collections.flatMap(({ templates }) => templates);
  expect(all.length).toBeGreaterThanOrEqual(24);
  expect(collections.length).toBeGreaterThanOrEqual(8);
  for (const key of ['id', 'name', 'about'] as const) expect(new Set(all.map((one) => one[key])).size).toBe(all.length);
  expect(new Set(all.map(({ ratio }) => ratio)).size).toBe(4);
});

it.each(ids)('%s uses only bundled fonts and files, and shows any value of its fields', async (id) => {
  const project = read(id);
  for (const { url } of mediaReferences(project)) expect(existsSync(url), url).toBe(true);
  for (const layer of project.scenes.flatMap(({ layers }) => layers))
    if ('fontFamily' in layer) expect(findFont(layer.fontFamily)?.source, layer.fontFamily).not.toBe('further');

  const fields = templateFields(project);
  expect(fields.length).toBeGreaterThan(2);
  let count = 0;
  const filled = fillFields(project, new Map(fields.map((field) => [field.name, otherOf(field)])), () => `f${++count}`);
  const unseen = new Set(fields.map(({ name }) => name));
  for (const [index, scene] of project.scenes.entries()) {
    const [before, after] = [await picture(project, index), await picture(filled, index)];
    for (const layer of scene.layers) {
      const { content, color } = layer.fieldNames ?? {};
      const isOther = differs(before, after, layer, project);
      if (isOther) for (const name of [content, color]) if (name) unseen.delete(name);
    }
  }
  expect([...unseen]).toEqual([]);
});

function read(id: string): Project {
  const file = join(folder, `${id}.json`);
  const parsed = parseProjectText(readFileSync(file, 'utf8'));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { width, height } = parsed.value;
  const small = { ...parsed.value, width: width / SMALLER, height: Math.round(height / SMALLER) };
  return mapMediaUrls(small, (url) => join(dirname(file), url));
}

/** Another value than that of a field. */
function otherOf({ kind, value }: TemplateField): string | ChosenMedia {
  if (kind === 'text') return `${value} Xylophone`;
  if (kind === 'color') return '#808180';
  const url = join(root, 'fixtures/media/pattern.webp');
  return { url, kind: 'image', width: 800, height: 800, duration: 0, hasAudio: false, animated: false };
}

/** Whether two images differ inside the box of a layer, or anywhere if the layer has keyframes. */
function differs(one: Uint8ClampedArray, other: Uint8ClampedArray, layer: Layer, canvas: Project): boolean {
  const isMoved = 'keyframes' in layer && layer.keyframes !== undefined;
  const box = isMoved ? { x: 0, y: 0, ...canvas } : layerBox(layer, canvas);
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  for (let y = top; y < Math.min(canvas.height, box.y + box.height); y += 1) {
    const row = (y * canvas.width + left) * 4;
    const end = (y * canvas.width + Math.min(canvas.width, Math.ceil(box.x + box.width))) * 4;
    for (let at = row; at < end; at += 1) if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > 8) return true;
  }
  return false;
}

/** A scene on its own shortly before its end, after all enter animations and before any exit animation. */
async function picture(project: Project, index: number): Promise<Uint8ClampedArray> {
  const [scene] = project.scenes.slice(index);
  if (!scene) throw new Error(`There is no scene ${index}.`);
  const alone = { ...project, scenes: [{ ...scene, transition: undefined }], audio: null };
  const [surface] = await paintFrames(alone, [sceneDuration(project, scene) - 0.6], locally);
  return pixelsOf(surface as NonNullable<typeof surface>);
}
