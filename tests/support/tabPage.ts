import { addLayer, removeLayer } from '../../engine/edit/layers.ts';
import { newTextLayer } from '../../engine/edit/newLayers.ts';
import { setLayerFields } from '../../engine/edit/style.ts';
import { newId } from '../../engine/project/id.ts';
import type { Project } from '../../engine/project/project.ts';
import { bootStudio } from '../../ui/studio/state/boot.ts';
import { keepNow } from '../../ui/studio/state/keep.ts';
import { change, studio, undoChange } from '../../ui/studio/state/studio.ts';
import { createDice, type Dice } from '../property/dice.ts';
import { act } from '../property/randomActions.ts';

/**
 * What random edits in a tab wrote, and which of it was taken from any layer in the sight of whoever did it: of words that
 * stand in two layers, each tab may take one away.
 */
export interface Ledger {
  written: string[];
  removed: string[];
}

/** Opens the Studio as its page does, without showing it. @returns once it is open. */
export async function open(): Promise<void> {
  bootStudio();
  while (studio.phase === 'opening') await pause(5);
}

/** What is open in this tab. */
export function openProject(): { id: string; text: string } {
  return { id: studio.projectId, text: JSON.stringify(studio.project) };
}

/** Brings all that was changed into the list. */
export async function settle(): Promise<void> {
  await keepNow();
}

/** Adds a text with these words. */
export function say(words: string): void {
  change((project) => addLayer(project, project.scenes[0]?.id ?? '', { ...newTextLayer(newId), text: words }));
}

/** Makes as many random edits as asked for. @param name starts all words that are written. */
export async function edit(name: string, seed: number, count: number): Promise<Ledger> {
  const dice = createDice(seed);
  const written = new Set<string>();
  const removed = new Set<string>();
  for (let step = 0; step < count; step += 1) {
    const before = wordsOf(studio.project);
    if (dice.chance(0.05)) undoChange();
    else change((project) => randomEdit(project, dice, `${name}${step}`));
    const after = wordsOf(studio.project);
    const known = new Set(before.values());
    for (const words of after.values()) if (!known.has(words)) written.add(words);
    for (const [id, words] of before) if (after.get(id) !== words) removed.add(words);
    await pause(dice.random() * 6);
  }
  return { written: [...written], removed: [...removed] };
}

/** What a person does to a project besides writing. */
const others = [
  ...['nudge', 'bringForward', 'sendBack', 'bold', 'color', 'lock', 'background'],
  ...['addScene', 'reorderScene', 'duplicateScene', 'addShape', 'ratio', 'settings'],
];

function randomEdit(project: Project, dice: Dice, words: string): Project {
  const scene = dice.pick(project.scenes);
  const layer = scene.layers.length > 0 ? dice.pick(scene.layers) : undefined;
  const layers = project.scenes.reduce((sum, one) => sum + one.layers.length, 0);
  const roll = dice.random();
  if (layer && (roll < 0.1 || layers > 40)) return removeLayer(project, layer.id);
  if (roll < 0.3) return addLayer(project, scene.id, { ...newTextLayer(newId), text: words });
  if (layer?.type === 'text' && roll < 0.6) return setLayerFields(project, layer.id, 'text', { text: words });
  const fit = project.scenes.length > 5 ? others.filter((name) => !/Scene$/.test(name)) : others;
  return act(dice.pick(fit), project, { dice, makeId: newId, copied: {}, scene, layer });
}

/** The words of each layer, by its id. */
function wordsOf({ scenes }: Project): Map<string, string> {
  const layers = scenes.flatMap((scene) => scene.layers);
  return new Map(
    layers.flatMap((layer) => (layer.type === 'text' && layer.text !== '' ? [[layer.id, layer.text]] : [])),
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
