import { expect, it } from 'vitest';
import { control, openWith, press, storedLayer } from '../support/footer.ts';
import { dropFiles, mediaFile } from '../support/page.ts';
import { footer, paintedPictures } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { coloredUntil } from '../support/stage.ts';
import { layersOf, storedUntil, visit } from '../support/studio.ts';

const site = openSite();

const openIn = (layers: object[], route?: string, rest?: object, width?: number) =>
  openWith({ site, ...(width ? { width } : {}) }, layers, route, rest);

const text = {
  ...{ id: 'words', type: 'text', text: 'MMMM', color: '#000000', textShadow: 'none' },
  position: { x: '0%', y: '80%', width: '60%', height: '20%' },
};

it('the controls of a shape change its fill and outline with the color picker, and those of a text keep its cursor', async () => {
  const { page, complaints } = await openIn([
    { type: 'shape', shapeType: 'rectangle', background: '#000000', lineWidth: 0 },
    text,
  ]);
  await press(page, 'Fill');
  await page.getByRole('button', { name: 'Red 5', exact: true }).click();
  await coloredUntil(page, [50, 40], '#e9504d');
  // A drag across the field is one undo step.
  const slider = page.getByRole('slider', { name: 'Saturation and brightness' });
  // The sheet is slightly higher than this window, and a click may have scrolled it while it opened.
  await slider.scrollIntoViewIfNeeded();
  const field = await slider.boundingBox();
  if (!field) throw new Error('The color screen has no field.');
  await page.mouse.move(field.x + 20, field.y + 20);
  await page.mouse.down();
  for (let i = 1; i <= 7; i += 1) await page.mouse.move(field.x + 20 + 20 * i, field.y + 20 + 8 * i);
  // The last move and the end of the drag come at once, as on a busy computer.
  await slider.evaluate((element) => {
    const { x, y } = element.getBoundingClientRect();
    const last = { bubbles: true, buttons: 1, clientX: x + 180, clientY: y + 84 };
    element.dispatchEvent(new MouseEvent('mousemove', last));
    element.dispatchEvent(new MouseEvent('mouseup', { ...last, buttons: 0 }));
  });
  await page.mouse.up();
  await storedUntil(page, (state) => expect(layersOf(state)[0]).not.toMatchObject({ background: '#e9504d' }));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await coloredUntil(page, [50, 40], '#e9504d');
  await press(page, 'Outline');
  await page.getByRole('button', { name: 'Blue 5', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('spinbutton', { name: 'Line Width' }).fill('60');
  await page.keyboard.press('Enter');
  await storedLayer(page, { stroke: '#0095db', lineWidth: 60 });
  await coloredUntil(page, [40, 26], '#0095db');
  for (let i = 0; i < 5; i += 1) await press(page, 'Decrease Opacity');
  await storedLayer(page, { globalAlpha: 0.5 });
  await coloredUntil(page, [50, 40], '#f4a8a6');
  await visit(page, 'layer/words');
  await press(page, 'Edit');
  await page.waitForURL('**/text');
  await page.keyboard.type('A');
  await press(page, 'Bold');
  await page.keyboard.type('B');
  await storedLayer(page, { text: 'MMMMAB', fontWeight: 'bold' }, 1);
  await press(page, 'Done');
  await page.waitForURL('**/layer/words');
  expect(complaints).toEqual([]);
});

it('a placeholder is replaced by an image, whose controls fit, lock and blend it, and a video fills the canvas', async () => {
  const { page, complaints } = await openIn([{ type: 'placeholder' }]);
  await press(page, 'Color');
  await page.getByRole('button', { name: 'Teal 4', exact: true }).click();
  await page.keyboard.press('Escape');
  await coloredUntil(page, [40, 30], '#00beaf');
  await press(page, 'Replace');
  const upload = page.getByRole('dialog', { name: 'Replace' });
  await upload.getByLabel('Files from this device').setInputFiles([await mediaFile('lake.jpg', 'image/jpeg')]);
  await storedLayer(page, { type: 'image', position: { width: '50%', height: '50%' } });
  await paintedPictures(footer(page)).waitFor();
  await press(page, 'Lock Aspect Ratio');
  await storedLayer(page, { lockAspectRatio: true });
  expect(await control(page, 'Lock Aspect Ratio').getAttribute('aria-pressed')).toBe('true');
  await press(page, 'Fill');
  await storedLayer(page, { lockAspectRatio: false, objectFit: 'cover' });
  await page.getByRole('tab', { name: 'Look', exact: true }).click();
  const blend = page.getByRole('combobox', { name: 'Blend' });
  await blend.selectOption('multiply');
  await storedLayer(page, { blendMode: 'multiply' });
  await blend.press('ArrowDown');
  await storedLayer(page, { blendMode: 'screen' });
  await page.keyboard.press('Control+z');
  await storedLayer(page, { blendMode: 'multiply' });
  await page.keyboard.press('Control+Shift+z');
  await storedLayer(page, { blendMode: 'screen' });
  await dropFiles(page, [await mediaFile('numbers.mp4', 'video/mp4')]);
  await control(page, 'Mute').waitFor();
  // It already fills its box, so the box grows to the canvas.
  await press(page, 'Fill');
  await storedLayer(page, { type: 'video', position: { x: '0%', y: '0%', width: '100%', height: '100%' } });
  expect(complaints).toEqual([]);
});
