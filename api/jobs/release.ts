import { parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import manifest from '../../package.json' with { type: 'json' };

/** Number of this release: later releases have higher numbers. */
export const release = numberOf(manifest.version);

function numberOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/, 3).map(Number);
  return major * 1_000_000 + minor * 1000 + patch;
}

/** Reads a stored project with this release's model: fields added since then get their defaults. */
export function projectOf(row: { project: Project; release: number }): Project {
  if (row.release === release) return row.project;
  const parsed = parseProject(row.project);
  return parsed.ok ? parsed.value : row.project;
}
