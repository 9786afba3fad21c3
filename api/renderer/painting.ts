import { environment } from '../system/environment.ts';
import { SetupError } from '../system/process.ts';
import { inSpan } from '../telemetry/spans.ts';
import type { WebpWriter } from './media/privateCopy.ts';
import type { PaintPool } from './paint/paintPool.ts';

/** See PaintPool. */
export type Paint = PaintPool['paint'];

/** What paints a render. @param painter without it, this process does. */
export function paintingWith(painter: Pick<PaintPool, 'paint'> | undefined): Paint {
  const { paint } = painter ?? { paint: paintHere };
  return (job, run) => inSpan({ name: 'paint' }, () => paint(job, run));
}

/** What writes animated WebPs of a render as animated PNGs: what paints decodes pictures. */
export function webpWriter(paint: Paint, work: string): WebpWriter {
  return (from, out, signal) => paint({ kind: 'webp', from, out, work }, { signal });
}

/** Painting here needs Skia in this process, so it is only loaded where nobody else paints. */
const paintHere: Paint = async (job, run) => {
  const isEmpty = job.kind === 'plan' && job.plan.bitmaps.length === 0;
  if (environment().sandbox === 'require' && !isEmpty)
    throw new SetupError(
      'CUTROOM_SANDBOX is "require", but nothing is built that could paint apart. Type: npm run build',
    );
  return (await import('./paint/paintJob.ts')).paintJob(job, run);
};
