import { execFileSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { inject } from 'vitest';
import { type DroppedFile, samplesDir } from './page.ts';

/**
 * A sample video scaled to a quarter of its width, with the same name, duration and audio. It decodes and encodes much
 * faster. @param name name in fixtures/media. @returns its path.
 */
export function smallVideo(name: string): string {
  const made = join(inject('suiteFolder'), `small-${name}`);
  if (existsSync(made)) return made;
  const draft = join(inject('suiteFolder'), `${process.pid}-${basename(name)}`);
  const coded = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '16', '-c:a', 'copy'];
  execFileSync('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y', '-i', join(samplesDir, 'media', name)],
    ...['-vf', 'scale=iw/4:-2', ...coded, draft],
  ]);
  renameSync(draft, made);
  return made;
}

/** The same video as a file to choose. */
export const smallVideoFile = async (name: string): Promise<DroppedFile> => ({
  ...{ name, mimeType: 'video/mp4' },
  buffer: await readFile(smallVideo(name)),
});
