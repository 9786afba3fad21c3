import { parseProject } from '../../engine/project/parse.ts';
import type { Sample } from './samples.ts';
import { getClient } from './server.ts';

const read = new Map<string, Promise<Sample>>();

/** Loads a ready-made template project, once. @throws Error if it is missing or does not load. */
export function readTemplate(id: string): Promise<Sample> {
  const known = read.get(id);
  if (known) return known;
  const reading = readNow(id);
  read.set(id, reading);
  // Allows a retry after a failure.
  reading.catch(() => read.delete(id));
  return reading;
}

async function readNow(id: string): Promise<Sample> {
  const { name, project } = await (await getClient()).getTemplate(id);
  const parsed = parseProject(project);
  if (!parsed.ok) throw new Error(`The template ${id} cannot be read.`);
  return { id, name, project: parsed.value };
}
