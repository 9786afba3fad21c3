import { canvasSize } from '../../layout/canvasSize.ts';
import { type ExportJob, frameTimes } from './job.ts';

/** Exports the first frame of a project as PNG. */
export async function makeStill({ project, rate, drawer, tell }: ExportJob): Promise<Blob> {
  tell(0.2, 'Rendering the image');
  const { width, height } = canvasSize(project);
  const [first = { sceneIndex: 0, time: 0 }] = frameTimes(project, rate);
  const frame = await drawer.draw(first.sceneIndex, first.time);
  const canvas = new OffscreenCanvas(width, height);
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('This browser does not provide a canvas.');
  ctx.drawImage(frame, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
