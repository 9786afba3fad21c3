import { describe, expect, it } from 'vitest';
import { floatingMenuPlace } from '../../../engine/layout/floatingMenu.ts';
import { editorTextColor, isHexColor, parseHexColor } from '../../../engine/layout/hexColor.ts';
import { isMobile, stageSize } from '../../../engine/layout/stageSize.ts';

const square = { width: 1280, height: 1280 };
const wide = { width: 1920, height: 1080 };

describe('stageSize', () => {
  it.each([
    ['a large window: height decides', { width: 1440, height: 900 }, square, {}, { width: 740, height: 740 }],
    [
      '5 % margins and the list: 1000 − 240 − 100',
      { width: 1000, height: 2000 },
      square,
      {},
      { width: 660, height: 660 },
    ],
    ['no wider than 1200 px', { width: 2600, height: 9000 }, wide, {}, { width: 1200, height: 675 }],
    [
      'no more than 120 px of margin: 2600 − 1200 − 240',
      { width: 2600, height: 9000 },
      wide,
      { aside: 1200 },
      { width: 1160, height: 653 },
    ],
    ['the list only above 768', { width: 768, height: 2000 }, square, {}, { width: 691, height: 691 }],
    ['one pixel more', { width: 769, height: 2000 }, square, {}, { width: 452, height: 452 }],
    ['no list', { width: 1000, height: 2000 }, square, { aside: 0 }, { width: 900, height: 900 }],
    ['no margins', { width: 390, height: 844 }, wide, { margins: false }, { width: 390, height: 219 }],
    ['a phone', { width: 390, height: 844 }, wide, {}, { width: 351, height: 197 }],
    ['another frame', { width: 390, height: 844 }, square, { frameHeight: 600 }, { width: 244, height: 244 }],
    ['no room at all', { width: 100, height: 100 }, wide, {}, { width: 1, height: 1 }],
  ] as const)('fits %s', (_what, window, canvas, layout, expected) => {
    const stage = stageSize(window, canvas, layout);
    expect(stage).toMatchObject(expected);
    expect(stage.scale).toBe(stage.width / canvas.width);
  });

  it('treats a window up to 768 as mobile', () => {
    expect([isMobile({ width: 768, height: 1 }), isMobile({ width: 768.5, height: 1 })]).toEqual([true, false]);
  });
});

describe('floatingMenuPlace', () => {
  const place = (layerTop: number, rest = {}) =>
    floatingMenuPlace({
      viewport: { x: 300, y: 80, width: 600, height: 600 },
      layerTop,
      menu: { width: 180, height: 200 },
      window: { width: 1440, height: 900 },
      ...rest,
    });

  it.each([
    ['60 px above the layer', 400, 340],
    ['60 px below its upper edge when there is no room above', 100, 160],
    ['no higher than the viewport', -500, 80],
    ['no lower than the viewport', 660, 480],
    ['at the very top', 140, 80],
  ])('is %s', (_what, layerTop, top) => {
    expect(place(layerTop)).toEqual({ left: 930, top });
  });

  it('stays inside a narrow window and at the top of a low viewport', () => {
    expect(place(400, { window: { width: 1000, height: 900 } }).left).toBe(820);
    expect(place(400, { viewport: { x: 0, y: 80, width: 600, height: 120 } }).top).toBe(80);
  });
});

describe('parseHexColor', () => {
  it.each([
    ['#5969e2', '#5969E2'],
    ['5969e2', '#5969E2'],
    ['abc', '#ABC'],
    [' ##fff ', '#FFF'],
    ['Tomato', '#FF6347'],
    ['transparent', 'transparent'],
    ['#0000', 'transparent'],
    ['rgba(0, 0, 0, 0)', 'transparent'],
    ['rgba(255, 0, 0, 0.5)', '#FF000080'],
    ['#ff000080', '#FF000080'],
    ['f008', '#FF000088'],
    ['hsl(120, 100%, 50%)', '#00FF00'],
  ])('parses %j as %s', (written, color) => {
    expect(parseHexColor(written)).toBe(color);
  });

  it.each(['sunset', '#ggg', '🎈'])('derives a color from %j', (written) => {
    const made = parseHexColor(written);
    expect(made).toMatch(/^#[\dA-F]{6}$/);
    expect(parseHexColor(written)).toBe(made);
    expect(made && isHexColor(made)).toBe(true);
  });

  it.each(['', '#', '#12', '#12345', '#1234567', 'rgb(1 2', 'rgba(a, b)'])('rejects %j', (written) => {
    expect(parseHexColor(written)).toBeUndefined();
  });

  it('derives different colors from different words, ignoring case', () => {
    expect(new Set(['sea', 'sky', 'sand', 'snow', 'soil'].map(parseHexColor)).size).toBe(5);
    expect(parseHexColor('Sunset')).toBe(parseHexColor('#SUNSET'));
  });
});

describe('editorTextColor', () => {
  it.each([
    ['#ffffff', '#ffffff', '#000000'],
    ['#ffff00', 'white', '#000000'],
    ['#ffffff', 'transparent', '#000000'],
    ['#eee', '#aaaaaa', '#000000'],
    ['#ffffff', '#000000', '#ffffff'],
    ['#5969e2', '#ffffff', '#5969e2'],
    ['#000000', '#ffffff', '#000000'],
    ['#000000', '#000000', '#000000'],
    ['white', '#5969e2', 'white'],
  ])('shows %s on %s as %s', (color, background, shown) => {
    expect(editorTextColor(color, background)).toBe(shown);
  });
});
