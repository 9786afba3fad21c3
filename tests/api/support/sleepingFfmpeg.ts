import { execFileSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * An ffmpeg that takes at least this many seconds per call without using the CPU.
 * @param folder where the program is written. @returns the environment variable that selects it.
 */
export async function sleepingFfmpeg(folder: string, seconds: number): Promise<NodeJS.ProcessEnv> {
  const real = execFileSync('which', ['ffmpeg'], { encoding: 'utf8' }).trim();
  const program = path.join(folder, 'ffmpeg');
  const text = `#!/bin/sh\ncase "$*" in *-version*) ;; *) sleep ${seconds} ;; esac\nexec ${real} "$@"\n`;
  await writeFile(program, text);
  await chmod(program, 0o755);
  return { FFMPEG_PATH: program, FFPROBE_PATH: path.join(path.dirname(real), 'ffprobe') };
}
