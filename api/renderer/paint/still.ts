import { writeFile } from 'node:fs/promises';
import { transitionEffect } from '../../../engine/transitions/index.ts';
import type { Scratch, TransitionContext } from '../../../engine/transitions/transition.ts';
import type { Bitmap, Output, RenderPlan } from '../plan/plan.ts';
import { type PaintOptions, paintBitmap, paintOver } from './paint.ts';
import { createSurface, type SkiaSurface } from './skia.ts';

/** Quality of JPEG and WebP, 0 to 100, by the project's quality. */
const lossyQuality = { fast: 82, standard: 82, high: 94 } as const;

/** Paints the image of a still's plan and writes it as PNG, JPEG or WebP, as the plan states. */
export async function writeStill(plan: RenderPlan, out: string, options: PaintOptions): Promise<void> {
  const { canvas } = await paintStill(plan, options);
  options.signal?.throwIfAborted();
  await writeFile(out, await encoded(canvas, plan.output));
}

function encoded(canvas: SkiaSurface['canvas'], { format, quality }: Output): Promise<Buffer> {
  if (format === 'jpg') return canvas.encode('jpeg', lossyQuality[quality]);
  return format === 'webp' ? canvas.encode('webp', lossyQuality[quality]) : canvas.encode('png');
}

/** Paints the image of a still's plan; during a transition, mixes the images of both scenes. */
export async function paintStill(plan: RenderPlan, options: PaintOptions): Promise<SkiaSurface> {
  const surface = await paintScenes(plan, options);
  // The overlay is the last bitmap, see compileFrame.
  const overlay = plan.scenes[0]?.overlaid ? plan.bitmaps.at(-1) : undefined;
  if (overlay) await paintOver(surface, overlay, plan.output, options);
  return surface;
}

async function paintScenes(plan: RenderPlan, options: PaintOptions): Promise<SkiaSurface> {
  const paint = (bitmap: Bitmap) => paintBitmap(bitmap, plan.output, 0, options);
  const [shown, outgoing] = plan.bitmaps as [Bitmap, ...Bitmap[]];
  const after = await paint(shown);
  if (!plan.passing || !outgoing) return after;
  const before = await paint(outgoing);
  const { type, progress, direction = 'left' } = plan.passing;
  const { width, height } = plan.output;
  const mixed = createSurface(width, height);
  const pictures = { before: before.source, after: after.source, width, height, scratch };
  transitionEffect(type).paint(contextOf(mixed), pictures, progress, direction);
  return mixed;
}

function scratch(_index: number, width: number, height: number): Scratch {
  const surface = createSurface(width, height);
  return { ctx: contextOf(surface), picture: surface.source };
}

/** The context's type is narrower than what Skia accepts. */
function contextOf({ canvas }: SkiaSurface): TransitionContext {
  return canvas.getContext('2d') as unknown as TransitionContext;
}
