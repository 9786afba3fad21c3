import type { Locator, Page } from 'playwright';
import { type Assertion, expect, it } from 'vitest';
import { mp4Output } from '../../../engine/project/output.ts';
import type { ProjectInput } from '../../../engine/project/project.ts';
import { control } from '../support/footer.ts';
import { overflowOf, smallTargetsOf } from '../support/page.ts';
import { canvasOf, header, layerButton, seeker } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { layerIn, rectangle, sheetBox, swipe } from '../support/stage.ts';
import { openStudio, type StoredState, storedUntil, visit } from '../support/studio.ts';

const site = openSite();
const [width, height] = [320, 320];

const words = { id: 't', type: 'text', text: 'By finger', position: { x: '5%', y: '3%', width: '90%', height: '20%' } };
const picture = { id: 'p', type: 'image', url: '/samples/media/forest.jpg', width: 1440, height: 1080 };
const scene = {
  id: 's',
  duration: 3,
  isImageVideo: true,
  background: '#dfe8f4',
  layers: [words, rectangle(65, 70), { ...picture, position: { x: '0%', y: '25%', width: '60%', height: '70%' } }],
};
const audio = { url: '/samples/media/music.mp3', duration: 20, isTrimmed: true, trimEndTime: 3 };
const project = { audio, output: mp4Output, width, height, snapToGrid: false, scenes: [scene], selectedLayerId: 'p' };

/** A touch action on a layer: a control of the footer, further touches, and the expected result. */
interface Deed {
  layer: 'p' | 'r' | 't';
  control: string;
  /** Touches in the sheet that the control opens. */
  touch?: (sheet: Locator) => Promise<void>;
  /** Further controls of the footer. */
  next?: readonly string[];
  gives: object;
}

const radio = (name: string, group?: string) => async (sheet: Locator) => {
  const within = group ? sheet.getByRole('region', { name: group, exact: true }) : sheet;
  await within.getByRole('radio', { name, exact: true }).first().tap();
};
const part = (name: string) => (sheet: Locator) => sheet.getByRole('button', { name, exact: true }).tap();
const toggle = (name: string) => (sheet: Locator) => sheet.getByRole('switch', { name }).tap();

/** One for each kind of control; `tests/ui/studio/panelSteps.test.tsx` has what the others do. */
const deeds: readonly Deed[] = [
  { layer: 'p', control: 'Crop', next: ['1:1', 'Done'], gives: { crop: expect.any(Object) } },
  { layer: 'p', control: 'Filters', touch: radio('Warm'), gives: { filterName: 'Warm' } },
  { layer: 'p', control: 'Style', touch: toggle('Shadow'), gives: { shadowColor: '#00000099' } },
  { layer: 'r', control: 'In and out', touch: radio('Slide', 'In'), gives: { animateIn: { type: 'slide' } } },
  {
    layer: 'r',
    control: 'Keyframes',
    touch: part('Add keyframe'),
    gives: { keyframes: [{ time: expect.any(Number) }] },
  },
  { layer: 't', control: 'Italic', gives: { fontStyle: 'italic' } },
  { layer: 't', control: 'Arrange', touch: part('Lock'), gives: { isLocked: true } },
];

it('each kind of control for an image, a shape and a text works by touch on a phone, next to undo and redo', async () => {
  const { page, complaints } = await site.open({ width: 390 });
  await openStudio(page, project as unknown as ProjectInput, 'layer/p');
  await canvasOf(page).waitFor();
  await arrangeTwo(page);
  for (const deed of deeds) await doDeed(page, deed);
  // A rectangle with a keyframe gets another one when it is dragged two seconds later.
  await tapLayer(page, 'r');
  await seekTo(page, 2);
  await dragByFinger(page, [75, 80], [75, 45]);
  // The browser would treat the drag as a fling, and the tap as its end.
  await control(page, 'Back').tap();
  await page.waitForURL('**/studio/editor');
  const state = await storedUntil(page, (now) => {
    const { keyframes = [] } = layerIn(now, 'r') as { keyframes?: { time: number; y?: string }[] };
    expect(keyframes).toHaveLength(2);
    expect(Number.parseFloat(keyframes[1]?.y ?? '')).toBeCloseTo(35, 0);
  });
  expect(await smallTargetsOf(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  await workOnTime(page);
  await workOnSound(page);
  const { scenes } = await storedUntil(page, (now) => expect(now.output).toMatchObject({ loudness: -14 }));
  expect(scenes).toEqual(state.scenes);
  expect(complaints).toEqual([]);
});

async function doDeed(page: Page, { layer, control: name, touch, next = [], gives }: Deed): Promise<void> {
  await tapLayer(page, layer);
  for (const one of [name, ...next]) await control(page, one).tap();
  const isDone = () => storedUntil(page, (state) => expect(layerIn(state, layer), name).toMatchObject(gives));
  if (!touch) return void (await isDone());
  const sheet = page.getByRole('dialog');
  await touch(sheet);
  // Undo and redo work next to an open sheet, which stays open. `tests/ui/studio/panelSteps.test.tsx` has the others.
  if (name === 'Filters') {
    await undoAndRedo(
      page,
      (state) => expect(layerIn(state, layer), name),
      gives,
      async (label) => {
        const box = await header(page).getByRole('button', { name: label }).boundingBox();
        if (!box) throw new Error(`There is no ${label}.`);
        await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
      },
    );
  } else await isDone();
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await sheet.waitFor({ state: 'detached' });
}

async function undoAndRedo(
  page: Page,
  about: (state: StoredState) => Assertion,
  gives: object,
  press = (name: string) => header(page).getByRole('button', { name }).tap(),
): Promise<void> {
  const isDone = (state: StoredState) => about(state).toMatchObject(gives);
  await storedUntil(page, isDone);
  await press('Undo');
  await storedUntil(page, (state) => about(state).not.toMatchObject(gives));
  await press('Redo');
  await storedUntil(page, isDone);
}

/** Adds a marker one frame later on the timeline. */
async function workOnTime(page: Page): Promise<void> {
  await visit(page, 'timeline');
  await expect.poll(() => seeker(page).getAttribute('aria-valuetext')).toBe('00:02.00');
  await page.getByRole('button', { name: 'One frame forward' }).tap();
  await expect.poll(() => seeker(page).getAttribute('aria-valuetext')).toBe('00:02.03');
  await page.getByRole('button', { name: 'Set a marker' }).tap();
  await undoAndRedo(page, (state) => expect(state), { markers: [{ at: expect.closeTo(2 + 1 / 30, 2) }] });
  await control(page, 'Done').tap();
}

/** Ducks music under speech, adds markers at beats, and sets the loudness of a platform. */
async function workOnSound(page: Page): Promise<void> {
  await control(page, 'Edit Audio').tap();
  await page.getByRole('switch', { name: 'Duck under speech' }).tap();
  await storedUntil(page, ({ audio }) => expect(audio).toMatchObject({ ducking: expect.any(Object) }));
  await page.getByRole('switch', { name: 'Show beats' }).tap();
  await page.getByRole('button', { name: 'Add markers at beats' }).tap();
  await storedUntil(page, ({ markers }) => expect(markers).toHaveLength(5));
  await page.getByRole('button', { name: 'Add Audio' }).tap();
  await control(page, 'Settings').tap();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('switch', { name: 'Normalize loudness' }).tap();
  await settings.getByRole('button', { name: 'Close' }).first().tap();
}

/** Selects and distributes all three layers, then aligns two of them and groups them for a while. */
async function arrangeTwo(page: Page): Promise<void> {
  const words = (state: StoredState) => expect(layerIn(state, 't'));
  await control(page, 'Select more').tap();
  await tapAt(page, 't');
  await tapAt(page, 'r');
  await control(page, 'Distribute across').tap();
  await storedUntil(page, (state) => words(state).not.toMatchObject({ position: { x: '5%' } }));
  await tapAt(page, 'r');
  await control(page, 'Align left').tap();
  await storedUntil(page, (state) => words(state).toMatchObject({ position: { x: '0%' } }));
  await control(page, 'Group').tap();
  await storedUntil(page, (state) => words(state).toMatchObject({ group: expect.any(String) }));
  await control(page, 'Ungroup').tap();
  await storedUntil(page, (state) => words(state).not.toHaveProperty('group'));
  await control(page, 'Select more').tap();
  await tapLayer(page, 'p');
}

/** Selects a layer by touch on the canvas, unless it is selected. */
async function tapLayer(page: Page, id: string): Promise<void> {
  if (new URL(page.url()).pathname.endsWith(`/layer/${id}`)) return;
  await tapAt(page, id);
  await page.waitForURL(`**/layer/${id}`);
}

async function tapAt(page: Page, id: string): Promise<void> {
  const box = await layerButton(page, id).boundingBox();
  if (!box) throw new Error(`Layer ${id} is not on the canvas.`);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

async function seekTo(page: Page, seconds: number): Promise<void> {
  const shows = (time: number) => expect.poll(() => seeker(page).getAttribute('aria-valuenow').then(Number)).toBe(time);
  await seeker(page).press('Home');
  await shows(0);
  for (let i = 0; i < seconds; i += 1) await page.keyboard.press('Shift+ArrowRight');
  await shows(seconds);
}

async function dragByFinger(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  const sheet = await sheetBox(page);
  const at = (share: number) => ({
    x: sheet.x + (sheet.width * (from[0] + share * (to[0] - from[0]))) / 100,
    y: sheet.y + (sheet.height * (from[1] + share * (to[1] - from[1]))) / 100,
  });
  await swipe(page, [0, 0.2, 0.5, 0.8, 1].map(at));
}
