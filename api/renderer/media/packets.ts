import { environment } from '../../system/environment.ts';
import { probeLimits, runProcess } from '../../system/process.ts';
import { fileUrl, safeInput } from './safeInput.ts';

/** Where a file's packets begin and end, seconds as its container counts them. */
export interface Extent {
  start: number;
  end: number;
}

/**
 * Reads through all packets of a file, without decoding them: exact where a container says nothing of its length, or
 * only what its bit rate lets guess. Packets without a time follow each other.
 * @throws ProcessError when it cannot be read; the signal's reason when aborted.
 */
export async function measureExtent(path: string, signal: AbortSignal | undefined): Promise<Extent> {
  let [start, end, untimed] = [Number.POSITIVE_INFINITY, 0, 0];
  let rest = '';
  const onOutput = (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter(Boolean)) {
      const [time, length] = line.split(',').map(Number) as [number, number | undefined];
      const lasts = length !== undefined && length > 0 ? length : 0;
      if (Number.isFinite(time)) {
        start = Math.min(start, time);
        end = Math.max(end, time + lasts);
      } else untimed += lasts;
    }
  };
  const what = ['-show_entries', 'packet=pts_time,duration_time', '-of', 'csv=p=0'];
  const args = ['-v', 'error', ...safeInput, ...what, fileUrl(path)];
  await runProcess(environment().ffprobe, args, { limits: probeLimits, signal, onOutput });
  if (!Number.isFinite(start)) return { start: 0, end: untimed };
  return { start, end: Math.max(end, start + untimed) };
}
