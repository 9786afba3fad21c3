import { environment } from './environment.ts';
import { notFound, ProcessError, probeLimits, runProcess } from './process.ts';

let known: { program: string; version: Promise<string> } | undefined;

/** Returns ffmpeg's version line, cached. @throws Error if ffmpeg is missing. */
export function ffmpegVersion(): Promise<string> {
  const program = environment().ffmpeg;
  if (known?.program !== program) known = { program, version: askVersion(program) };
  return known.version;
}

async function askVersion(program: string): Promise<string> {
  try {
    const text = await runProcess(program, ['-version'], { limits: probeLimits });
    return text.split('\n')[0] ?? '';
  } catch (error) {
    known = undefined;
    throw error instanceof ProcessError && error.reason === 'start' ? notFound(error) : error;
  }
}
