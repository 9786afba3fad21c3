import { proxy, ref } from 'valtio/vanilla';
import type { Project } from '../../engine/project/project.ts';
import { loadWithSchemas } from './loadWithSchemas.ts';
import { getClient } from './server.ts';
import type { Unproxied } from './unproxied.ts';

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
    const [client, { parseProject }] = await Promise.all([
      getClient(),
      loadWithSchemas(() => import('../../engine/project/parse.ts')),
    ]);
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
