import { readFileSync } from 'node:fs';
import { createCanvas, type FontKey, GlobalFonts } from '@napi-rs/canvas';
import { fontFamilyOf } from '../../../engine/painters/fonts.ts';
import { findOwnFont, forgetOwnFont, learnOwnFont } from '../../../engine/painters/ownFonts.ts';
import { withSpareGlyph } from '../../fonts/spareGlyph.ts';

const known = new Map<string, { key: FontKey; jobs: number }>();

/**
 * Makes fonts of somebody's own known to Skia for as long as a job paints with them; several jobs may, at once.
 * @param files paths by the names that layers have for them. One that Skia cannot read is passed by.
 * @returns lets go of them.
 */
export function registerOwnFonts(files: readonly (readonly [name: string, path: string])[]): () => void {
  const mine = files.filter(([name, path]) => register(name, path));
  return () => {
    for (const [name] of mine) letGo(name);
  };
}

function register(name: string, path: string): boolean {
  const before = known.get(name);
  if (before) before.jobs += 1;
  if (before) return true;
  const font = findOwnFont(name);
  const family = font && fontFamilyOf(font);
  const key = family === undefined ? null : GlobalFonts.register(contentOf(path), family);
  if (!key) return false;
  known.set(name, { key, jobs: 1 });
  const ctx = createCanvas(1, 1).getContext('2d');
  ctx.font = `400 1000px "${family}"`;
  learnOwnFont(name, ctx.measureText('x'));
  return true;
}

function letGo(name: string): void {
  const font = known.get(name);
  if (!font || --font.jobs > 0) return;
  known.delete(name);
  forgetOwnFont(name);
  GlobalFonts.remove(font.key);
}

/** The file's bytes, so that it may go; see withSpareGlyph. */
function contentOf(path: string): Buffer {
  const bytes = readFileSync(path);
  try {
    return (bytes.toString('latin1', 0, 4) === 'wOF2' ? withSpareGlyph(bytes) : undefined) ?? bytes;
  } catch {
    return bytes;
  }
}
