import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { Layer, Position } from '../../../engine/project/layers.ts';
import type { ProjectInput } from '../../../engine/project/project.ts';
import { canvasOf, handle } from './parts.ts';
import { type StoredState, storedUntil } from './studio.ts';

/** A position on the canvas, in percent of its sides. */
export type Percent = readonly [x: number, y: number];

/** Position of a layer in percent of the canvas, with rotation in degrees. */
export function place(x: number, y: number, width: number, height: number, rotation = 0): Position {
  return { x: `${x}%`, y: `${y}%`, width: `${width}%`, height: `${height}%`, rotation };
}

/** A rectangle in the accent color with the id "r". Percent of the canvas, and degrees. */
export function rectangle(x: number, y: number, width = 20, height = 20, rotation = 0) {
  const look = { type: 'shape', shapeType: 'rectangle', background: '#5969e2', stroke: 'none' } as const;
  return { id: 'r', ...look, position: place(x, y, width, height, rotation) };
}

/** Waits until a route of the editor is open; '' is the editor itself. */
export function routeIs(page: Page, route: string): Promise<void> {
  return page.waitForURL((url) => url.pathname === `/studio/editor${route && `/${route}`}`);
}

/** The undo button. */
export function undoButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Undo', exact: true });
}

/** An image project with one scene of these layers. */
export function still(layers: ProjectInput['scenes'][number]['layers'], more: Partial<ProjectInput> = {}) {
  return { isImage: true, ...more, scenes: [{ id: 's', layers }] } as ProjectInput;
}

/** A canvas position in window pixels. */
export async function pointAt(page: Page, [x, y]: Percent): Promise<{ x: number; y: number }> {
  const sheet = await sheetBox(page);
  return { x: sheet.x + (sheet.width * x) / 100, y: sheet.y + (sheet.height * y) / 100 };
}

/** The canvas on screen, CSS pixels. */
export async function sheetBox(page: Page) {
  const box = await canvasOf(page).boundingBox();
  if (!box) throw new Error('There is no canvas.');
  return box;
}

/** Clicks on the canvas. */
export async function clickAt(page: Page, at: Percent): Promise<void> {
  const { x, y } = await pointAt(page, at);
  await page.mouse.click(x, y);
}

/** Presses on the canvas and moves in steps, without releasing the button. */
export async function pressAndMove(page: Page, from: Percent, to: Percent): Promise<void> {
  const [start, end] = [await pointAt(page, from), await pointAt(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
}

/** Drags on the canvas. */
export async function dragOver(page: Page, from: Percent, to: Percent): Promise<void> {
  await pressAndMove(page, from, to);
  await page.mouse.up();
}

/** The center of a handle, in percent of the canvas. */
export async function handleAt(page: Page, name: string): Promise<Percent> {
  const box = await handle(page, name).boundingBox();
  const sheet = await sheetBox(page);
  if (!box) throw new Error(`There is no handle ${name}.`);
  const part = (at: number, start: number, length: number) => (100 * (at - start)) / length;
  return [part(box.x + box.width / 2, sheet.x, sheet.width), part(box.y + box.height / 2, sheet.y, sheet.height)];
}

/** A layer of the stored state. */
export function layerIn(state: StoredState, id: string): Layer {
  const layer = state.scenes.flatMap(({ layers }) => layers).find((one) => one.id === id);
  if (!layer) throw new Error(`There is no layer ${id}.`);
  return layer;
}

/** The stored position of a layer: x, y, width and height in percent, rotation in degrees. */
export function placeIn(state: StoredState, id: string): number[] {
  const { position } = layerIn(state, id);
  if (!position) throw new Error(`Layer ${id} has no place.`);
  const { x, y, width, height, rotation } = position;
  return [...[x, y, width, height].map(Number.parseFloat), rotation];
}

/** Waits until a layer has a position. @param tolerance percent; default: about a screen pixel or two. */
export async function placedUntil(page: Page, id: string, expected: readonly number[], tolerance = 0.35) {
  return storedUntil(page, (state) => {
    const found = placeIn(state, id);
    expected.forEach((value, i) => {
      expect(Math.abs((found[i] as number) - value), `${found}`).toBeLessThanOrEqual(tolerance);
    });
  });
}

/** Color of the canvas at a position, as #rrggbb. */
export function colorAt(page: Page, [x, y]: Percent): Promise<string> {
  return canvasOf(page).evaluate(
    (canvas: HTMLCanvasElement, [partX, partY]) => {
      const [x, y] = [(partX / 100) * canvas.width, (partY / 100) * canvas.height].map(Math.trunc) as [number, number];
      // Copies only one pixel, because a copy of the whole canvas is expensive.
      const ctx = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      ctx?.drawImage(canvas, -x, -y);
      const at = ctx?.getImageData(0, 0, 1, 1).data;
      return `#${[...(at ?? [])]
        .slice(0, 3)
        .map((value) => value.toString(16).padStart(2, '0'))
        .join('')}`;
    },
    [x, y] as const,
  );
}

/** Waits until the canvas has a color at a position. Renderers may round color channels differently. */
export async function coloredUntil(page: Page, at: Percent, color: string): Promise<void> {
  const channels = (one: string) => [1, 3, 5].map((from) => Number.parseInt(one.slice(from, from + 2), 16));
  const found = async () => {
    const shown = await colorAt(page, at);
    const isNear = channels(shown).every((part, i) => Math.abs(part - (channels(color)[i] as number)) <= 2);
    return isNear ? color : shown;
  };
  await expect.poll(found, { interval: 50 }).toBe(color);
}

/** Red, green and blue of the canvas at a position. */
export async function partsAt(page: Page, at: Percent): Promise<number[]> {
  const color = await colorAt(page, at);
  return [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16));
}

/** A finger on the page. Positions in window pixels. */
export interface Finger {
  moveTo(at: { x: number; y: number }): Promise<void>;
  lift(): Promise<void>;
}

/** Puts a finger on the page. */
export async function press(page: Page, at: { x: number; y: number }): Promise<Finger> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  await send('touchStart', at);
  return {
    moveTo: async (point) => void (await send('touchMove', point)),
    lift: async () => {
      await send('touchEnd');
      await session.detach();
    },
  };
}

/** Swipes with one finger along positions in window pixels, from press to release. */
export async function swipe(page: Page, way: readonly { x: number; y: number }[], whilePressed?: () => Promise<void>) {
  const [first = { x: 0, y: 0 }, ...rest] = way;
  const finger = await press(page, first);
  await whilePressed?.();
  for (const at of rest) await finger.moveTo(at);
  await finger.lift();
}
