import { shownTogether } from '../kinds/cueStates.ts';
import type { Box } from '../layout/box.ts';
import type { Rect } from '../layout/fit.ts';
import { grown } from '../layout/rect.ts';
import { type Measure, wrapText } from '../layout/textFit.ts';
import { paragraphsOf } from '../layout/words.ts';
import type { SubtitlesLayer } from '../project/layers.ts';
import type { Cue } from '../project/subtitles.ts';
import { widestOf } from './letterWidths.ts';
import { shadowReach } from './shadow.ts';
import { overhangOf } from './textLines.ts';

/** How far the box of a spoken word exceeds it on the left and right, as a share of the font size. */
export const BOX_PADDING = 0.14;
/** Most that a highlight exceeds a word or its line on any side, as a share of the font size. */
export const MARK_MARGIN = 0.16;

/**
 * Returns everything that subtitles can touch before their box is rotated, in pixels; undefined if they never show
 * anything. Cues are wrapped with upper bounds of letter widths: narrower letters never need more lines.
 */
export function subtitlesReach(layer: SubtitlesLayer, box: Box): Rect | undefined {
  const fontSize = Number.parseFloat(layer.fontSize);
  const padding = layer.backgroundStyle === 'none' ? 0 : layer.padding;
  // If a box is lower than its padding, the letters are at its center.
  const inset = { x: Math.min(padding, box.width / 2), y: Math.min(padding, box.height / 2) };
  const room = box.width - 2 * inset.x;
  const { lines, width } = extentOf(layer, fontSize, room);
  if (lines === 0) return undefined;
  const marks = layer.highlight ? MARK_MARGIN * fontSize : 0;
  const margin = layer.outlineWidth / 2 + overhangOf(layer) * fontSize + shadowReach(layer) + marks;
  const height = lines * layer.lineHeight * fontSize;
  const spare = { x: room - width, y: box.height - 2 * inset.y - height };
  const x = box.x + inset.x + spare.x * { left: 0, center: 0.5, right: 1 }[layer.textAlign];
  const y = box.y + inset.y + spare.y * { top: 0, middle: 0.5, bottom: 1 }[layer.verticalAlign];
  return grown({ x, y, width, height }, margin + padding);
}

/** Upper bound of the size of lines. */
interface Extent {
  lines: number;
  /** Of the widest line, in pixels. */
  width: number;
}

/** Returns the largest size of cues that are visible together. */
function extentOf({ cues, fontFamily, letterSpacing }: SubtitlesLayer, fontSize: number, room: number): Extent {
  const key = `${fontSize} ${room} ${letterSpacing} ${fontFamily}`;
  const widest = widestOf(fontFamily);
  const measure: Measure = (text, size) => widest(text, size) + Math.max(0, letterSpacing) * text.length * size;
  const extentOfCue = (cue: Cue) =>
    remembered(cue, key, () => {
      // Narrower letters may fill a line that is broken here, but only up to the room; a single letter may be wider
      // than that.
      const longest = Math.max(...paragraphsOf(cue.text).map((paragraph) => measure(paragraph, fontSize)));
      const { length: lines } = wrapText(cue.text, room, fontSize, measure);
      return { lines, width: Math.min(longest, Math.max(room, 2 * fontSize)) };
    });
  return remembered(cues, key, () => {
    let [lines, width] = [0, 0];
    for (const together of shownTogether(cues)) {
      const extents = together.map(extentOfCue);
      lines = Math.max(
        lines,
        extents.reduce((sum, extent) => sum + extent.lines, 0),
      );
      width = Math.max(width, ...extents.map((extent) => extent.width));
    }
    return { lines, width };
  });
}

const known = new WeakMap<object, Extent & { key: string }>();

/** Cached, because every frame asks, and after a change only changed cues are wrapped again. */
function remembered(of: object, key: string, make: () => Extent): Extent {
  const found = known.get(of);
  if (found?.key === key) return found;
  const made = { ...make(), key };
  known.set(of, made);
  return made;
}
