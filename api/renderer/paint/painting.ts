import { environment } from '../../system/environment.ts';
import { SetupError } from '../../system/process.ts';
import { inSpan } from '../../telemetry/spans.ts';
import type { WebpWriter } from '../media/privateCopy.ts';
import type { PaintPool } from './paintPool.ts';

/** See PaintPool. */
export type Paint = PaintPool['paint'];

/** Returns the function that paints a render. @param painter if absent, this process paints. */
export function paintingWith(painter: Pick<PaintPool, 'paint'> | undefined): Paint {
  const { paint } = painter ?? { paint: paintHere };
  return (job, run) => inSpan({ name: 'paint' }, () => paint(job, run));
}

/** Returns a function that converts animated WebP to animated PNG in the painter, which can decode images. */
export function webpWriter(paint: Paint, work: string): WebpWriter {
  return (from, out, signal) => paint({ kind: 'webp', from, out, work }, { signal });
}

/** Skia is loaded into this process only if there is no separate painter. */
const paintHere: Paint = async (job, run) => {
  const isEmpty = job.kind === 'plan' && job.plan.bitmaps.length === 0;
  if (environment().sandbox === 'require' && !isEmpty)
    throw new SetupError('CUTROOM_SANDBOX is "require", but the painting process is not built. Type: npm run build');
  return (await import('./paintJob.ts')).paintJob(job, run);
};
