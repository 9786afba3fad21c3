import manifest from '../../package.json' with { type: 'json' };
import { ffmpegVersion } from './ffmpegVersion.ts';

/** Identifies the sources of the renderer; set by the build, absent when running from source. */
declare const CUTROOM_BUILD: string | undefined;

/**
 * Returns what encodes segments and reads plans: an ffmpeg and a build of Cutroom. Only segments of one maker are
 * joined, also during an upgrade, and between two builds with the same version number.
 */
export async function makerOf(): Promise<string> {
  return (await ffmpegVersion()) + ofBuild();
}

/** Whether this build can read a maker's plan, whatever its ffmpeg. */
export function isOfBuild(maker: string): boolean {
  return maker.endsWith(ofBuild());
}

function ofBuild(): string {
  return ` for Cutroom ${manifest.version} (${typeof CUTROOM_BUILD === 'string' ? CUTROOM_BUILD : 'as it is'})`;
}
