import { addCrc, CRC_START } from '../../../engine/browser/zip/crc.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';

/** A short fingerprint that is equal for projects with equal content, however they were stored. */
export function projectFingerprint(project: Project): string {
  const parsed = parseProject(JSON.parse(JSON.stringify(project)));
  const text = JSON.stringify(parsed.ok ? parsed.value : project);
  return (addCrc(CRC_START, new TextEncoder().encode(text)) >>> 0).toString(36);
}
