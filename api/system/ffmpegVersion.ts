import { environment } from './environment.ts';
import { notFound, ProcessError, probeLimits, runProcess } from './process.ts';

let known: { program: string; version: Promise<string> } | undefined;
let listed: { program: string; encoders: Promise<ReadonlySet<string>> } | undefined;

/** Returns the names of ffmpeg's encoders, such as "libx264", cached. @throws Error if ffmpeg is missing. */
export function ffmpegEncoders(): Promise<ReadonlySet<string>> {
  const program = environment().ffmpeg;
  if (listed?.program !== program) listed = { program, encoders: listEncoders(program) };
  return listed.encoders;
}

async function listEncoders(program: string): Promise<ReadonlySet<string>> {
  try {
    const text = await runProcess(program, ['-hide_banner', '-encoders'], { limits: probeLimits });
    // Six letters describe an encoder, such as "V....D", before its name.
    return new Set([...text.matchAll(/^ [VAS][A-Z.]{5} (\S+)/gm)].map(([, name]) => name as string));
  } catch (error) {
    listed = undefined;
    throw asMissing(error);
  }
}

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
    throw asMissing(error);
  }
}

function asMissing(error: unknown): unknown {
  return error instanceof ProcessError && error.reason === 'start' ? notFound(error) : error;
}
