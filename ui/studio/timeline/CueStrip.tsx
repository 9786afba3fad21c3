import { useMemo } from 'react';
import type { SubtitlesLayer } from '../../../engine/project/layers.ts';
import type { LayerSpan } from '../../../engine/timeline/spans.ts';
import { Chunks, type Drawing, type Piece } from '../strips/Chunks.tsx';

/** Margin around a block, and padding inside it, in CSS pixels. */
const GAP = 1;
const INSET = 4;
/** Narrower blocks show no text. In CSS pixels. */
const LEAST_WORDS = 24;

/** Subtitles as blocks over time. Painted on a canvas, since there may be thousands. */
export function CueStrip({ layer, span, height }: { layer: SubtitlesLayer; span: LayerSpan; height: number }) {
  const { cues, at = 0 } = layer;
  const length = span.end - span.start;
  const drawing = useMemo<Drawing>(
    () => ({ paint: (ctx, piece) => paintCues(ctx, piece, { cues, at, length }), wish: () => {} }),
    [cues, at, length],
  );
  return <Chunks drawing={drawing} height={height} />;
}

interface Shown {
  cues: SubtitlesLayer['cues'];
  /** Time in the subtitles of the left edge, in seconds. */
  at: number;
  /** Duration in seconds. */
  length: number;
}

function paintCues(
  ctx: CanvasRenderingContext2D,
  { x, width, height, whole }: Piece,
  { cues, at, length }: Shown,
): void {
  if (length <= 0) return;
  const { color, fontFamily } = getComputedStyle(ctx.canvas);
  const scale = whole / length;
  let count = 0;
  ctx.font = `12px ${fontFamily}`;
  ctx.textBaseline = 'middle';
  for (const { text, startTime, endTime } of cues) {
    const from = (startTime - at) * scale - x;
    const wide = Math.max(2, (endTime - startTime) * scale - 2 * GAP);
    if (from + wide < 0 || from > width) continue;
    count += 1;
    ctx.save();
    ctx.beginPath();
    ctx.roundRect(from + GAP, INSET, wide, height - 2 * INSET, 4);
    ctx.fillStyle = color;
    ctx.globalAlpha = 0.16;
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.clip();
    if (wide >= LEAST_WORDS) ctx.fillText(text.replaceAll('\n', ' ').slice(0, 200), from + GAP + INSET, height / 2);
    ctx.restore();
  }
  ctx.canvas.dataset.cues = String(count);
}
