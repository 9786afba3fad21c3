import { canvasSize } from '../../layout/canvasSize.ts';
import { type ExportJob, stillMoment } from './job.ts';

/** Exports the moment of a project that its output states as PNG. */
export async function makeStill({ project, drawer, report }: ExportJob): Promise<Blob> {
  report(0.2, 'Rendering the image');
  const { width, height } = canvasSize(project);
  const { sceneIndex, time } = stillMoment(project);
  await drawer.draw(sceneIndex, time);
  const canvas = new OffscreenCanvas(width, height);
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('This browser does not provide a canvas.');
  // Not the frame: Chromium multiplies its colors by alpha once more, which darkens soft edges.
  ctx.drawImage(drawer.canvas, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
