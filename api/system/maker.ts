import manifest from '../../package.json' with { type: 'json' };
import { ffmpegVersion } from './ffmpegVersion.ts';

/** A name for the sources of what renders, which the build puts in; there is none where they run as they are. */
declare const CUTROOM_BUILD: string | undefined;

/**
 * What segments are encoded by and plans are read by: an ffmpeg, and a build of Cutroom. Only those of one maker are joined, also
 * while an upgrade goes on, and between two releases whose number is the same.
 */
export async function makerOf(): Promise<string> {
  return (await ffmpegVersion()) + ofBuild();
}

/** Whether a plan of a maker can be read here, whatever ffmpeg it has. */
export function isOfBuild(maker: string): boolean {
  return maker.endsWith(ofBuild());
}

function ofBuild(): string {
  return ` for Cutroom ${manifest.version} (${typeof CUTROOM_BUILD === 'string' ? CUTROOM_BUILD : 'as it is'})`;
}
