import { parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import manifest from '../../package.json' with { type: 'json' };
import { ffmpegVersion } from '../system/ffmpegVersion.ts';

/** Number of this release: a later one has a larger one. */
export const release = numberOf(manifest.version);

function numberOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/, 3).map(Number);
  return major * 1_000_000 + minor * 1000 + patch;
}

/** Release of a maker, see makerOf. */
const ofRelease = ` for Cutroom ${manifest.version}`;

/** What segments are encoded by and plans are read by: those of one video have the same, while an upgrade goes on too. */
export async function makerOf(): Promise<string> {
  return (await ffmpegVersion()) + ofRelease;
}

/** Whether a plan of a maker can be read here, whatever ffmpeg it has. */
export function isOfRelease(maker: string): boolean {
  return maker.endsWith(ofRelease);
}

/** A stored project as this release understands it: what has come to the model since has its defaults then. */
export function projectOf(row: { project: Project; release: number }): Project {
  if (row.release === release) return row.project;
  const parsed = parseProject(row.project);
  return parsed.ok ? parsed.value : row.project;
}
