import { writeFile } from 'node:fs/promises';
import { type PaintOptions, paintBitmap } from './paint.ts';
import type { Bitmap, RenderPlan } from './plan.ts';

/** JPEG quality, 0 to 100, by the project's quality. */
const jpegQuality = { standard: 82, high: 94 } as const;

/** Paints the one picture of a still's plan and writes it as PNG, or as JPEG. */
export async function writeStill(
  plan: RenderPlan,
  out: string,
  options: PaintOptions & { jpeg: boolean },
): Promise<void> {
  const bitmap = plan.bitmaps[0] as Bitmap;
  const { canvas } = await paintBitmap(bitmap, plan.output, bitmap.times[0] as number, options);
  options.signal?.throwIfAborted();
  await writeFile(
    out,
    options.jpeg ? await canvas.encode('jpeg', jpegQuality[plan.output.quality]) : await canvas.encode('png'),
  );
}
