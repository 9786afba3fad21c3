import { readFileSync } from 'node:fs';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { fontFamilyOf } from '../../../engine/painters/fonts.ts';
import { findOwnFont, learnOwnFont } from '../../../engine/painters/ownFonts.ts';
import { withSpareGlyph } from '../../fonts/spareGlyph.ts';
import { hasBoldWeight } from '../../fonts/weightAxis.ts';

const known = new Set<string>();

/**
 * Registers users' fonts with Skia, each once per process. They are never unregistered, because Skia does not find a
 * font that is registered again; a process ends when it holds too much.
 * @param files paths by the names that layers use, which identify their content. Skips files that Skia cannot read.
 */
export function registerOwnFonts(files: readonly (readonly [name: string, path: string])[]): void {
  for (const [name, path] of files) {
    const font = known.has(name) ? undefined : findOwnFont(name);
    if (!font) continue;
    known.add(name);
    const family = fontFamilyOf(font);
    const bytes = readFileSync(path);
    if (!GlobalFonts.register(contentOf(bytes), family)) continue;
    const ctx = createCanvas(1, 1).getContext('2d');
    ctx.font = `400 1000px "${family}"`;
    learnOwnFont(name, ctx.measureText('x'), hasBoldWeight(bytes));
  }
}

/** Returns the file's bytes, so that the file may be deleted; see withSpareGlyph. */
function contentOf(bytes: Buffer): Buffer {
  try {
    return (bytes.toString('latin1', 0, 4) === 'wOF2' ? withSpareGlyph(bytes) : undefined) ?? bytes;
  } catch {
    return bytes;
  }
}
