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

/**
 * All that subtitles can touch before their box is rotated, pixels; undefined when they never show anything. Each cue is
 * wrapped with widths that no font has: a text never has more lines with less wide letters.
 */
export function subtitlesReach(layer: SubtitlesLayer, box: Box): Rect | undefined {
  const fontSize = Number.parseFloat(layer.fontSize);
  const padding = layer.backgroundStyle === 'none' ? 0 : layer.padding;
  // In a box that is lower than its padding, the letters stand on its middle.
  const inset = { x: Math.min(padding, box.width / 2), y: Math.min(padding, box.height / 2) };
  const room = box.width - 2 * inset.x;
  const { lines, width } = extentOf(layer, fontSize, room);
  if (lines === 0) return undefined;
  const margin = layer.outlineWidth / 2 + overhangOf(layer) * fontSize + shadowReach(layer);
  const height = lines * layer.lineHeight * fontSize;
  const spare = { x: room - width, y: box.height - 2 * inset.y - height };
  const x = box.x + inset.x + spare.x * { left: 0, center: 0.5, right: 1 }[layer.textAlign];
  const y = box.y + inset.y + spare.y * { top: 0, middle: 0.5, bottom: 1 }[layer.verticalAlign];
  return grown({ x, y, width, height }, margin + padding);
}

/** What lines need at most. */
interface Extent {
  lines: number;
  /** Of the widest, pixels. */
  width: number;
}

/** What the cues of a layer need that are shown at once, at most. */
function extentOf({ cues, fontFamily, letterSpacing }: SubtitlesLayer, fontSize: number, room: number): Extent {
  const key = `${fontSize} ${room} ${letterSpacing} ${fontFamily}`;
  const widest = widestOf(fontFamily);
  const measure: Measure = (text, size) => widest(text, size) + Math.max(0, letterSpacing) * text.length * size;
  const extentOfCue = (cue: Cue) =>
    remembered(cue, key, () => {
      // Less wide letters may fill a line that is broken here, but no further than the room; one letter may be wider than that.
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

/** Each picture of thousands of cues asks anew, and of a changed list only the cues that were changed are wrapped again. */
function remembered(of: object, key: string, make: () => Extent): Extent {
  const found = known.get(of);
  if (found?.key === key) return found;
  const made = { ...make(), key };
  known.set(of, made);
  return made;
}
