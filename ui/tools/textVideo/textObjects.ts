import { newId } from '../../../engine/project/id.ts';
import { editDraft } from '../drafts.ts';
import type { Draft } from '../storedDrafts.ts';

/** A text of its own place, as the tool's body has it. Places in percent of the frame, sizes on a frame 480 wide. */
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

/** The tool, by its id. */
type Owner = { id: string };

/** What is left out of a text: its upper left corner, and its size. */
export const usualObject = { fontSize: 30, xPos: 10, yPos: 10 };

/** How many texts there may be, and how far to the right and down one can be put, percent. */
export const MAX_OBJECTS = 50;
const MOST_PLACE = 95;

/** The texts of a draft. */
export function objectsOf({ settings }: Pick<Draft, 'settings'>): readonly TextObject[] {
  return Array.isArray(settings.textObjects) ? settings.textObjects : [];
}

/** Adds a text, below the others. @returns its id. */
export function addObject(tool: Owner): string {
  const id = newId();
  change(tool, (objects) => [...objects, { id, text: 'New text', xPos: 10, yPos: placeFor(objects) }]);
  return id;
}

/** Changes a text. @param change undefined values go back to what is usual. @param step names the step of undo. */
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

/** Moves a text. @param dx,dy percent of the frame, from where it is in `from`. */
export function moveObject(tool: Owner, from: TextObject, dx: number, dy: number): void {
  const place = (value: number) => Math.round(10 * Math.min(MOST_PLACE, Math.max(-5, value))) / 10;
  const { xPos = usualObject.xPos, yPos = usualObject.yPos } = from;
  setObject(tool, from.id, { xPos: place(xPos + dx), yPos: place(yPos + dy) }, 'move');
}

/** Takes a text away. */
export function removeObject(tool: Owner, id: string): void {
  change(tool, (objects) => objects.filter((one) => one.id !== id));
}

/** Puts a copy of a text beside it. @returns the copy's id. */
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

/** A free line for a new text. */
function placeFor(objects: readonly TextObject[]): number {
  const taken = objects.map(({ yPos = usualObject.yPos }) => yPos);
  const lines = [10, 76, 20, 66, 4, 86];
  return lines.find((line) => !taken.some((other) => Math.abs(other - line) < 4)) ?? 10;
}
