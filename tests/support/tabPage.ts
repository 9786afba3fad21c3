import { addLayer, removeLayer } from '../../engine/edit/layers.ts';
import { newTextLayer } from '../../engine/edit/newLayers.ts';
import { setLayerFields } from '../../engine/edit/style.ts';
import { newId } from '../../engine/project/id.ts';
import type { Layer } from '../../engine/project/layers.ts';
import type { Project } from '../../engine/project/project.ts';
import { bootStudio } from '../../ui/studio/Studio.tsx';
import { saveNow } from '../../ui/studio/state/autosaveStudio.ts';
import { openSaved } from '../../ui/studio/state/open.ts';
import { change, redoChange, studio, undoChange } from '../../ui/studio/state/studio.ts';
import { createDice, type Dice } from '../property/dice.ts';
import { act } from '../property/randomActions.ts';

/**
 * Texts that random edits in a tab wrote, and texts that they removed from a layer visible to the tab. If a text is in
 * two layers, each tab may remove one.
 */
export interface Ledger {
  written: string[];
  removed: string[];
}

/** Opens the Studio like its page, without showing it. @returns once it is open. */
export async function open(): Promise<void> {
  bootStudio();
  while (studio.phase === 'opening') await pause(5);
}

/** Returns the project that is open in this tab. */
export function openProject(): { id: string; text: string } {
  return { id: studio.projectId, text: JSON.stringify(studio.project) };
}

/** Saves all changes. */
export async function settle(): Promise<void> {
  await saveNow();
}

/** Adds a text layer. */
export function say(words: string): void {
  change((project) => addLayer(project, project.scenes[0]?.id ?? '', { ...newTextLayer(newId), text: words }));
}

/** Adds a layer to the first scene. */
export function put(layer: Layer): void {
  change((project) => addLayer(project, project.scenes[0]?.id ?? '', layer));
}

export { redoChange as redo, undoChange as undo };

/** Opens the open project again, from the list. */
export async function openAgain(): Promise<void> {
  await openSaved(studio.projectId);
}

/** Returns whether undo and redo are possible. */
export function steps(): { canUndo: boolean; canRedo: boolean } {
  return { canUndo: studio.canUndo, canRedo: studio.canRedo };
}

/** Makes random edits. @param name prefix of all written texts. */
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

/** Edits that a user makes besides writing. */
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

/** Returns the text of each layer by ID. */
function wordsOf({ scenes }: Project): Map<string, string> {
  const layers = scenes.flatMap((scene) => scene.layers);
  return new Map(
    layers.flatMap((layer) => (layer.type === 'text' && layer.text !== '' ? [[layer.id, layer.text]] : [])),
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
