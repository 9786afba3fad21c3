import { describe, expect, it } from 'vitest';
import { registerFonts } from '../../../api/renderer/paint/registerFonts.ts';
import { createSurface } from '../../../api/renderer/paint/skia.ts';
import { layerBox } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { defaultFamilies } from '../../../engine/painters/fonts.ts';
import { layoutText } from '../../../engine/painters/text.ts';
import { compileToolBody } from '../../../engine/tools/body.ts';
import { drawings } from '../../../engine/tools/memeDrawings.ts';
import { good, layerOf } from '../make.ts';
import { meme, photo } from './make.ts';

const texts = [
  'Top meme text',
  'When you finally fix the bug but it was a feature all along and everyone liked it better before',
  'ONE DOES NOT SIMPLY WALK INTO PRODUCTION ON A FRIDAY AFTERNOON WITHOUT TELLING ANYBODY',
  'illicit little lilies will fill til ill: it is, I fill, i.l.l. (illegal) lilting still, fit, lit, jittery',
  'MMMM WWWW MWMW WMWM MMMM WWWW @@@@ %%%% MMMM WWWW',
  'Größenwahn, façade, Übermut, déjà-vu: naïve coöperation, àéîõü ÄÖÜß çñ œuvre Łódź',
  'Очень длинный текст на русском языке, который не помещается в одну строку',
  'Αυτό είναι ένα μεγάλο κείμενο που δεν χωράει σε μία γραμμή',
  'Emoji 😀😀😀😀😀 in 👩‍👩‍👧 a 🏳️‍🌈 row 🎉🎉🎉🎉🎉🎉🎉🎉 and then some more words',
  `An address: https://example.org/${'a-very-long-path/'.repeat(6)}`,
];

/** Lines that the painter makes of a meme's top text, and lines that fit into its bar. */
function linesOf(topText: string, font: string): { real: number; room: number } {
  const project = good(meme({ topText, font }, photo));
  const canvas = canvasSize(project);
  const layer = layerOf(project, 'top', 'text');
  registerFonts([layer]);
  const box = layerBox(layer, canvas);
  const { lines, fontSize } = layoutText(createSurface(64, 64).ctx, layer, box);
  return {
    real: lines.length,
    room: Math.round((box.height - (24 * canvas.width) / 480) / (layer.lineHeight * fontSize)),
  };
}

describe.each(defaultFamilies)('the bar of a meme in %s', (font) => {
  it.each(texts)('has room for %j', (text) => {
    const { real, room } = linesOf(text, font);
    expect(room).toBeGreaterThanOrEqual(real);
    expect(room).toBeLessThanOrEqual(Math.ceil(real * 1.5) + 1);
  });
});

it.each(texts.slice(0, 5))('the bar of a meme is exact in Arial for plain letters: %j', (text) => {
  const { real, room } = linesOf(text, 'Arial');
  expect(room).toBe(real);
});

describe.each(Object.keys(drawings))('the drawing %s', (template) => {
  it.each(texts)('has room for %j', (text) => {
    const body = { isMeme: true, template, topText: text, bottomText: text, font: 'Verdana' };
    const project = good(compileToolBody(body, new Map()));
    for (const id of ['top', 'bottom']) {
      const layer = layerOf(project, id, 'text');
      const box = layerBox(layer, canvasSize(project));
      registerFonts([layer]);
      const { lines, fontSize } = layoutText(createSurface(64, 64).ctx, layer, box);
      expect([
        box.x >= 0,
        box.y >= 0,
        box.x + box.width <= project.width,
        box.y + box.height <= project.height,
      ]).toEqual(Array(4).fill(true));
      const least = (6 * project.width) / 480;
      if (fontSize > least + 0.01) expect(lines.length * layer.lineHeight * fontSize).toBeLessThanOrEqual(box.height);
    }
  });
});
