import { proxy, ref } from 'valtio/vanilla';
import type { Project } from '../../../engine/project/project.ts';
import { getClient } from '../page/server.ts';
import type { Unproxied } from '../page/unproxied.ts';

/** A project that comes with the service. */
export interface Sample {
  id: string;
  name: string;
  /** Immutable; its media URLs are the server's. */
  project: Project;
}

/** Sample projects, once loaded. */
export const samples = proxy<{ status: 'idle' | 'loading' | 'ready' | 'failed'; list: Unproxied<Sample>[] }>({
  status: 'idle',
  list: [],
});

/** Loads the samples, once. */
export async function loadSamples(): Promise<void> {
  if (samples.status === 'loading' || samples.status === 'ready') return;
  samples.status = 'loading';
  try {
    const [client, { parseProject }] = await Promise.all([getClient(), import('../../../engine/project/parse.ts')]);
    const found = await client.listSamples();
    samples.list = found.flatMap(({ id, name, project }) => {
      const parsed = parseProject(project);
      return parsed.ok ? [ref({ id, name, project: parsed.value })] : [];
    });
    samples.status = 'ready';
  } catch {
    samples.status = 'failed';
  }
}

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
  const [client, { parseProject }] = await Promise.all([getClient(), import('../../../engine/project/parse.ts')]);
  const { name, project } = await client.getTemplate(id);
  const parsed = parseProject(project);
  if (!parsed.ok) throw new Error(`The template ${id} cannot be read.`);
  return { id, name, project: parsed.value };
}
