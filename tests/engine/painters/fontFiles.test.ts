import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fontPath } from '../../../api/fonts/fontPath.ts';
import { registerFonts } from '../../../api/renderer/paint/registerFonts.ts';
import { createSurface } from '../../../api/renderer/paint/skia.ts';
import {
  defaultFamilies,
  facesOf,
  facesOfFamily,
  fontMetrics,
  fontShape,
  fontStack,
} from '../../../engine/painters/fonts.ts';
import { catalogueFamilies, findFamily, findFamilyById } from '../../../engine/painters/fontsCatalogue.ts';
import type { Lettering } from '../../../engine/project/layers.ts';
import { layer as textLayer } from '../../../engine/project/layers.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { root } from '../../support/sources.ts';

const families = catalogueFamilies();
const ready = families.filter(({ isReady }) => isReady);
const plain: Lettering = { text: 'Hello', fontFamily: 'Lobster', fontWeight: 'normal', fontStyle: 'normal' };

describe('the font catalog', () => {
  it('has about a hundred ready families and about nine hundred to download', () => {
    expect(ready.length).toBeGreaterThanOrEqual(95);
    expect(ready.length).toBeLessThanOrEqual(120);
    expect(families.length - ready.length).toBeGreaterThanOrEqual(900);
    expect(families.length - ready.length).toBeLessThanOrEqual(1000);
    for (const kind of ['sans-serif', 'serif', 'display', 'handwriting', 'monospace'])
      expect(ready.filter(({ category }) => category === kind).length).toBeGreaterThanOrEqual(5);
  });

  it('is small enough to load with a page', () => {
    const file = readFileSync(join(root, 'engine/painters/fontsCatalogue.json'));
    expect(gzipSync(file).length).toBeLessThan(15_000);
  });

  it('contains each family once, with an id that is safe in a path', () => {
    expect(new Set(families.map(({ name }) => name.toLowerCase())).size).toBe(families.length);
    for (const { id } of families) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    for (const family of defaultFamilies) expect(findFamily(family)).toBeUndefined();
  });

  it('finds a family by name in any case or by id, and by nothing else', () => {
    expect(findFamily(' playfair DISPLAY ')?.id).toBe('playfair-display');
    expect(findFamilyById('playfair-display')?.name).toBe('Playfair Display');
    for (const id of ['Playfair Display', '../x', '__proto__', 'constructor', ''])
      expect(findFamilyById(id)).toBeUndefined();
  });

  it('has plausible metrics', () => {
    for (const { name, ascent, descent } of families) {
      expect(ascent, name).toBeGreaterThan(0.3);
      expect(ascent + descent, name).toBeLessThan(5);
      expect(descent, name).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('ready families', () => {
  it('have declared packages', () => {
    const declared = Object.keys(manifest.dependencies).flatMap((name) => /^@fontsource\/(.+)/.exec(name)?.[1] ?? []);
    expect(ready.map(({ id }) => id).filter((id) => !declared.includes(id))).toEqual([]);
  });

  it('have all their files', () => {
    const missing = ready.flatMap(({ name }) => facesOfFamily(name).filter((face) => !fontPath(face, undefined)));
    expect(missing.map(({ file }) => file)).toEqual([]);
    for (const { id } of ready) expect(existsSync(join(root, 'node_modules/@fontsource', id, 'LICENSE'))).toBe(true);
  });

  it('have the metrics that place lines', () => {
    registerFonts(ready.map(({ name }) => textLayer.parse({ id: 'a', type: 'text', text: 'x', fontFamily: name })));
    const { ctx } = createSurface(10, 10);
    const off = ready.flatMap(({ name }) => {
      ctx.font = `400 1000px "Cutroom ${name}"`;
      const measured = (ctx as unknown as CanvasRenderingContext2D).measureText('x');
      const { ascent, descent } = fontMetrics(name);
      const apart = Math.max(
        Math.abs(measured.fontBoundingBoxAscent / 1000 - ascent),
        Math.abs(measured.fontBoundingBoxDescent / 1000 - descent),
      );
      return apart > 0.002 ? [`${name}: ${apart}`] : [];
    });
    expect(off).toEqual([]);
  });
});

describe('a family of the catalog', () => {
  it('precedes Arial under a private name', () => {
    expect(fontStack('lobster')).toMatch(/^"Cutroom Lobster Vietnamese", "Cutroom Lobster", .*"Cutroom Arimo"/);
    expect(fontStack('Abel')).toMatch(/^"Cutroom Abel", "Cutroom Arimo Vietnamese"/);
  });

  it('requires its own file and that of Arial', () => {
    expect(facesOf(plain).map(({ file, source }) => [file, source])).toEqual([
      ['lobster-latin-400-normal.woff2', 'ready'],
      ['arimo-latin-400-normal.woff2', 'base'],
    ]);
    expect(facesOf({ ...plain, fontFamily: 'Abel' })[0]).toMatchObject({ id: 'abel', source: 'further' });
  });

  it('is painted in the weights and styles that it has', () => {
    const shape = (fontFamily: string) => fontShape({ fontFamily, fontWeight: 'bold', fontStyle: 'italic' });
    expect(shape('Lobster')).toEqual({ weight: 400, style: 'normal' });
    expect(shape('Playfair Display')).toEqual({ weight: 700, style: 'italic' });
    expect(shape('Oswald')).toEqual({ weight: 700, style: 'normal' });
  });
});
