import { describe, expect, it } from 'vitest';
import { control, openWith, press, storedLayer } from '../support/footer.ts';
import { canvasOf, footerControls, paintedPictures, sheet } from '../support/parts.ts';
import { colorBecomes, darkShare } from '../support/pixels.ts';
import { openSite } from '../support/site.ts';
import { layersOf, openStudio, storedUntil } from '../support/studio.ts';

const site = openSite();

const openIn = (layers: object[], route?: string, rest?: object, width?: number) =>
  openWith({ site, ...(width ? { width } : {}) }, layers, route, rest);

describe('the main footer', () => {
  it('adds a text, shapes and a placeholder', async () => {
    const { page, complaints } = await site.open();
    await openStudio(page);
    await press(page, 'Text');
    await storedLayer(page, { type: 'text', text: 'Sample text', fontFamily: 'Arial', color: '#000000' });
    await page.getByRole('textbox', { name: 'Text of the layer' }).waitFor();
    await page.keyboard.press('Escape');
    await press(page, 'Delete');
    await page.waitForURL(/\/editor$/);
    const shapes = ['Rectangle', 'Ellipse', 'Line', 'Triangle', 'Arrow', 'Heart', 'Star', 'Speech bubble', 'Check'];
    const all = [...shapes, 'Cross', 'Lightning', 'Cloud', 'Location pin'];
    for (const shape of process.env.CUTROOM_LONG ? all : ['Rectangle', 'Line', 'Location pin']) {
      await press(page, 'Shapes');
      await page.getByText('More shapes coming soon!').waitFor();
      for (const name of all) expect(await control(page, name).count(), name).toBe(1);
      await press(page, shape);
      await page.waitForURL(/\/layer\//);
      await expect.poll(() => darkShare(page)).toBeGreaterThan(0.5);
      await press(page, 'Delete');
      await expect.poll(() => darkShare(page)).toBe(0);
    }
    await press(page, 'More');
    await page.getByRole('button', { name: /Create placeholder/ }).click();
    await storedLayer(page, { type: 'placeholder', background: '#eeeeee' });
    await colorBecomes(page, 40, 30, '#eeeeee');
    expect(complaints).toEqual([]);
  });

  it('finds an image and adds it with its credit, and reports missing results and a missing server', async () => {
    const { page, complaints } = await site.open();
    await openStudio(page);
    await press(page, 'Images');
    const images = sheet(page, 'Images');
    const field = images.getByRole('searchbox', { name: 'Search images' });
    const found = images.getByRole('list', { name: 'Images' }).getByRole('button');
    // Without a query, the collections are listed page by page.
    await images.getByRole('button', { name: 'Grinning face', exact: true }).waitFor();
    const first = await found.count();
    await images.getByRole('button', { name: 'More images' }).click();
    await expect.poll(() => found.count()).toBe(2 * first);
    await field.fill('qqqzzz');
    await images.getByText('No images found for “qqqzzz”. Try another word.').waitFor();
    // The server fails once, and is asked again.
    await page.route('**/api/v1/images/search', (route) => route.abort());
    await field.fill('red heart');
    await images.getByText(/^The server could not be reached/).waitFor();
    await page.unroute('**/api/v1/images/search');
    await images.getByRole('button', { name: 'Try again' }).click();
    await images.getByRole('button', { name: 'Red heart', exact: true }).waitFor();
    await images.getByRole('button', { name: 'Emoji', exact: true }).click();
    await expect.poll(() => found.count()).toBeLessThan(10);
    // Arrow keys move in the grid, Enter chooses.
    await found.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => found.nth(1).evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/layer\//);
    const credit = '“Red heart” by Microsoft Corporation, MIT, https://github.com/microsoft/fluentui-emoji';
    await storedLayer(page, { type: 'image', width: 1024, height: 1024, credit });
    await colorBecomes(page, 50, 45, '#f8312f');
    await press(page, 'Credit as a text');
    await storedUntil(page, ({ scenes }) =>
      expect(scenes[0]?.layers.map((layer) => ('text' in layer ? layer.text : layer.type))).toEqual([credit, 'image']),
    );
    expect(complaints.filter((one) => !/ERR_FAILED|Failed to fetch/.test(one))).toEqual([]);
  });

  it('opens the background, by mouse and by keyboard', async () => {
    const scenes = ['#aa0000', '#ffffff'].map((background, index) => ({ id: `s${index}`, background, layers: [] }));
    const { page, complaints } = await openIn([], '', { scenes, selectedSceneId: 's1' });
    await press(page, 'Background');
    await press(page, 'Indigo 6');
    await colorBecomes(page, 30, 30, '#5969e2');
    await control(page, 'Indigo 6').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await colorBecomes(page, 30, 30, '#4047a9');
    await press(page, 'Copy previous: color of the previous scene');
    await colorBecomes(page, 30, 30, '#aa0000');
    await page.getByRole('button', { name: /^Background color: #AA0000/ }).click();
    await page.getByLabel('Hex').fill('00ff7f');
    await page.keyboard.press('Enter');
    await colorBecomes(page, 30, 30, '#00ff7f');
    await page.keyboard.press('Escape');
    await press(page, 'All scenes: this color');
    await storedUntil(page, (state) =>
      expect(state.scenes.map((one) => one.background)).toEqual(['#00FF7F', '#00FF7F']),
    );
    await press(page, 'Random: any preset');
    await storedUntil(page, (state) => expect(state.scenes[1]?.background).not.toBe('#00FF7F'));
    expect(complaints).toEqual([]);
  });

  it('resizes and pads the canvas', async () => {
    const { page, complaints } = await openIn(
      [{ type: 'shape', shapeType: 'rectangle', background: '#00aa00' }],
      'size',
      {
        selectedLayerId: null,
      },
    );
    const shape = async () => {
      const box = await canvasOf(page).boundingBox();
      return box ? box.width / box.height : 0;
    };
    await press(page, '9:16, Story');
    await expect.poll(shape).toBeCloseTo(9 / 16, 1);
    await press(page, '1:1, Square');
    await expect.poll(shape).toBeCloseTo(1, 1);
    await colorBecomes(page, 50, 27, '#00aa00');
    await press(page, 'Expand padding: Top');
    await storedUntil(page, (state) => expect([state.width, state.height]).toEqual([1280, 1408]));
    await colorBecomes(page, 50, 27, '#ffffff');
    await press(page, 'Remove extra padding');
    await storedUntil(page, (state) => expect([state.width, state.height]).toEqual([1280, 1280]));
    await colorBecomes(page, 50, 27, '#00aa00');
    expect(complaints).toEqual([]);
  });

  it('opens the settings', async () => {
    const { page, complaints } = await openIn([{ type: 'image', url: '/samples/media/lake.jpg' }], '', {
      selectedLayerId: null,
    });
    await press(page, 'Settings');
    await page.getByRole('radio', { name: /GIF/ }).check();
    for (const [group, choice] of [
      ['Width in pixels', '640'],
      ['Frames per second', '10'],
      ['Colors', '64'],
    ] as const) {
      await page.getByRole('group', { name: group }).getByText(choice, { exact: true }).click();
    }
    await page.getByText(/^The file will be (about|below)/).waitFor();
    await page.getByRole('radio', { name: /Standard/ }).check();
    await page.getByRole('switch', { name: 'Snap to grid' }).click();
    await storedUntil(page, (state) =>
      expect(state).toMatchObject({
        output: { type: 'gif', plays: 0, width: 640, fps: 10, colors: 64 },
        quality: 'standard',
        snapToGrid: false,
      }),
    );
    expect(complaints).toEqual([]);
  });

  it('opens the layers, which can be reordered, removed and opened there', async () => {
    const colored = (background: string) => ({ type: 'shape', shapeType: 'rectangle', background });
    const { page, complaints } = await openIn([colored('#ff0000'), colored('#0000ff')], '');
    await press(page, 'Layers');
    const list = page.getByRole('dialog', { name: 'Layers' });
    await expect.poll(() => paintedPictures(list).count()).toBe(2);
    await colorBecomes(page, 50, 40, '#ff0000');
    await list
      .getByRole('button', { name: /^Send back/ })
      .first()
      .click();
    await colorBecomes(page, 50, 40, '#0000ff');
    await list
      .getByRole('button', { name: /^Bring forward/ })
      .last()
      .click();
    await colorBecomes(page, 50, 40, '#ff0000');
    await list
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await colorBecomes(page, 50, 40, '#0000ff');
    // Renamed by mouse and by keyboard only, with undo and redo.
    const named = (name: string | undefined) => storedUntil(page, (now) => expect(layersOf(now)[0]?.name).toBe(name));
    const rename = list.getByRole('button', { name: /^Rename/ });
    const name = list.getByRole('textbox');
    await rename.click();
    await name.fill('Sky');
    await name.press('Enter');
    await named('Sky');
    await rename.press('Enter');
    await name.press('Control+a');
    await page.keyboard.type('Sea');
    await page.keyboard.press('Enter');
    await named('Sea');
    await page.keyboard.press('Control+z');
    await named('Sky');
    await page.keyboard.press('Control+Shift+z');
    await named('Sea');
    await list.getByRole('listitem').getByRole('button').first().click();
    await page.waitForURL('**/layer/l1');
    await press(page, 'Delete');
    await press(page, 'Layers');
    await list.getByText('No layers to show. Add a layer to your media to get started!').waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('the footer', () => {
  it('scrolls sideways with the wheel', async () => {
    const { page } = await openIn([], 'background', { selectedLayerId: null });
    const button = footerControls(page).nth(4);
    const x = async () => (await button.boundingBox())?.x ?? 0;
    await button.hover();
    const before = await x();
    await page.mouse.wheel(0, 400);
    await expect.poll(async () => before - (await x())).toBeGreaterThan(300);
  });

  it('can be navigated with arrow keys once it has the focus', async () => {
    const { page } = await openIn([], '', { selectedLayerId: null });
    await control(page, 'Upload').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Text');
    await page.keyboard.press('End');
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('More');
  });

  it('shows the scenes on a phone', async () => {
    const { page } = await openIn([], '', { selectedLayerId: null }, 390);
    await control(page, '1 Scenes').click();
    await page.getByRole('dialog', { name: 'Scenes' }).waitFor();
  });
});
