import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { mapMediaUrls } from '../../engine/project/media.ts';
import { parseProjectText } from '../../engine/project/parse.ts';
import { type SampleProject, sampleList, sampleProject } from '../contract/service.ts';
import { SAMPLES_PATH, sampleFile } from '../sources/library.ts';
import { notFound } from './httpError.ts';

/**
 * Read-only routes for sample projects, templates and their media. @param samplesDir contains `projects/*.json`,
 * `templates/*.json` and `media/`.
 */
export function sampleRoutes(samplesDir: string | undefined): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/samples/projects', { schema: { summary: 'Projects to try', response: { 200: sampleList } } }, async () =>
      samplesDir ? readSamples(samplesDir) : [],
    );
    app.get(
      '/samples/templates/:id',
      {
        schema: {
          summary: 'A ready-made project',
          params: z.object({ id: z.string() }),
          response: { 200: sampleProject },
        },
      },
      async ({ params: { id } }) => {
        const file =
          samplesDir && (await sampleFile(path.join(samplesDir, 'templates'), `${encodeURIComponent(id)}.json`));
        const found = file ? await readSample(samplesDir, file) : undefined;
        if (!found) throw notFound('This template');
        return found;
      },
    );
    app.get('/samples/media/*', { schema: { hide: true } }, async (request, reply) => {
      const name = (request.params as { '*': string })['*'];
      const root = samplesDir && path.join(samplesDir, 'media');
      const file = root ? await sampleFile(root, encodeURIComponent(name).replaceAll('%2F', '/')) : undefined;
      if (!file) throw notFound('This file');
      return reply
        .header('cache-control', 'public, max-age=3600')
        .sendFile(path.basename(file), path.dirname(file), { cacheControl: false });
    });
  };
}

/** Reads all valid sample projects, by file name; media paths become URLs. */
async function readSamples(samplesDir: string): Promise<SampleProject[]> {
  const folder = path.join(samplesDir, 'projects');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  const samples = await Promise.all(names.map((name) => readSample(samplesDir, path.join(folder, name))));
  return samples.filter((sample) => sample !== undefined);
}

async function readSample(samplesDir: string, file: string): Promise<SampleProject | undefined> {
  const parsed = parseProjectText(await readFile(file, 'utf8'));
  if (!parsed.ok) return undefined;
  const media = path.resolve(samplesDir, 'media');
  const address = (url: string) => {
    const inside = path.relative(media, path.resolve(path.dirname(file), url));
    return SAMPLES_PATH + inside.split(path.sep).map(encodeURIComponent).join('/');
  };
  const id = path.basename(file, '.json');
  const project = mapMediaUrls(parsed.value, address);
  return { id, name: project.name ?? id, project };
}
