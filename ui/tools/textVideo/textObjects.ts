import { proxy } from 'valtio/vanilla';
import { newId } from '../../../engine/project/id.ts';
import type { Draft } from '../../client/drafts/storedDrafts.ts';
import { editDraft } from '../drafts.ts';

/** A text with its own position, as in the request body. Positions in percent of the frame, sizes for 480 px width. */
export interface TextObject {
  id: string;
  text: string;
  font?: string;
  fontWeight?: number;
  color?: string;
  fontSize?: number;
  xPos?: number;
  yPos?: number;
  outline?: string;
}

/** A tool, by its id. */
type Owner = { id: string };

/** Defaults of a text: size and upper left corner. */
export const usualObject = { fontSize: 30, xPos: 10, yPos: 10 };

/** Maximum number of texts, and maximum position to the right and down, in percent. */
export const MAX_OBJECTS = 50;
const MOST_PLACE = 95;

/** Returns the texts of a draft that have their own position. */
export function objectsOf({ settings }: Pick<Draft, 'settings'>): readonly TextObject[] {
  return Array.isArray(settings.textObjects) ? settings.textObjects : [];
}

/** Adds a text at a free position. @returns its id. */
export function addObject(tool: Owner): string {
  const id = newId();
  change(tool, (objects) => [...objects, { id, text: 'New text', xPos: 10, yPos: placeFor(objects) }]);
  return id;
}

/** Changes a text. @param values undefined values are reset to the defaults. @param step name of the undo step. */
export function setObject(
  tool: Owner,
  id: string,
  values: { [K in keyof TextObject]?: TextObject[K] | undefined },
  step = '',
): void {
  const set = (one: TextObject) =>
    Object.fromEntries(
      Object.entries({ ...one, ...values }).filter(([, value]) => value !== undefined),
    ) as unknown as TextObject;
  change(tool, (objects) => objects.map((one) => (one.id === id ? set(one) : one)), step && `${step} ${id}`);
}

/** Moves a text. @param dx,dy in percent of the frame, relative to the position in `from`. */
export function moveObject(tool: Owner, from: TextObject, dx: number, dy: number): void {
  const place = (value: number) => Math.round(10 * Math.min(MOST_PLACE, Math.max(-5, value))) / 10;
  const { xPos = usualObject.xPos, yPos = usualObject.yPos } = from;
  setObject(tool, from.id, { xPos: place(xPos + dx), yPos: place(yPos + dy) }, 'move');
}

/** Removes a text. */
export function removeObject(tool: Owner, id: string): void {
  change(tool, (objects) => objects.filter((one) => one.id !== id));
}

/** Inserts a shifted copy of a text after it. @returns the copy's id. */
export function duplicateObject(tool: Owner, object: TextObject): string {
  const id = newId();
  const { xPos = usualObject.xPos, yPos = usualObject.yPos } = object;
  const copy = { ...object, id, xPos: Math.min(MOST_PLACE, xPos + 4), yPos: Math.min(MOST_PLACE, yPos + 8) };
  change(tool, (objects) => objects.flatMap((one) => (one.id === object.id ? [one, copy] : [one])));
  return id;
}

function change(tool: Owner, edit: (objects: readonly TextObject[]) => readonly TextObject[], step = ''): void {
  editDraft(
    tool,
    (draft) => {
      const { textObjects: _, ...settings } = draft.settings;
      const objects = edit(objectsOf(draft));
      return { ...draft, settings: objects.length > 0 ? { ...settings, textObjects: objects } : settings };
    },
    step,
  );
}

/** Returns a free vertical position for a new text, in percent. */
function placeFor(objects: readonly TextObject[]): number {
  const taken = objects.map(({ yPos = usualObject.yPos }) => yPos);
  const lines = [10, 76, 20, 66, 4, 86];
  return lines.find((line) => !taken.some((other) => Math.abs(other - line) < 4)) ?? 10;
}

/** Id of the selected text among those with their own position. */
export const selection = proxy({ id: '' });
