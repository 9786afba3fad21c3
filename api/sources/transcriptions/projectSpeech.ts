import { createHash } from 'node:crypto';
import path from 'node:path';
import { spokenProject } from '../../../engine/edit/spokenProject.ts';
import { isPlayed } from '../../../engine/kinds/families.ts';
import { layerPaths, mapLayers } from '../../../engine/project/allLayers.ts';
import { MAX_SOURCE_SECONDS } from '../../../engine/project/limits.ts';
import { messages } from '../../../engine/project/messages.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { isWebAddress } from '../../../engine/project/pastedUrl.ts';
import { ProblemError, problem } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { storableText } from '../../db/storable.ts';
import { pinFiles } from '../../jobs/pinFiles.ts';
import { renderProject } from '../../renderer/job/render.ts';
import { openProbeCache } from '../../renderer/media/probeCache.ts';
import type { Folders } from '../../storage/folders.ts';
import type { Budget } from '../../system/budget.ts';
import { type Library, uploadPath } from '../library.ts';
import type { Links } from '../links/links.ts';

/**
 * Returns the speech of a project, with files of this server as `library` names them. Files without audio are muted;
 * links are fetched when the job runs.
 * @param origins of this server. @param asker owner of the request. @throws ProblemError
 */
export async function readSpeech(
  written: unknown,
  library: Pick<Library, 'find'>,
  origins: readonly string[],
  asker: string | undefined,
): Promise<Project> {
  const parsed = parseProject(written);
  if (!parsed.ok) throw new ProblemError(parsed.problems.map((one) => ({ ...one, pointer: `/project${one.pointer}` })));
  const speech = spokenProject(parsed.value);
  if (!speech) throw silent();
  const urls = new Map<string, { url: string; hasAudio: boolean }>();
  for (const { layer, path: at } of layerPaths(speech)) {
    if (!isPlayed(layer) || urls.has(layer.url)) continue;
    urls.set(layer.url, await findFile(layer.url, ['project', ...at, 'url']));
  }
  const { audio } = speech;
  const track = audio && (await findFile(audio.url, ['project', 'audio', 'url']));
  const found = mapLayers(speech, (layer) => {
    if (!isPlayed(layer)) return layer;
    const { url = layer.url, hasAudio = true } = urls.get(layer.url) ?? {};
    return { ...layer, url, ...(hasAudio ? {} : { isMuted: true }) };
  });
  const project = audio && track ? { ...found, audio: { ...audio, url: track.url } } : found;
  if (!spokenProject(project)) throw silent();
  return project;

  async function findFile(url: string, at: (string | number)[]) {
    const isElsewhere = URL.canParse(url) && !origins.includes(new URL(url).origin);
    if (isElsewhere && isWebAddress(url)) return { url: storableText(url.trim()), hasAudio: true };
    const file = await library.find(url, origins, { asker });
    if ('code' in file) throw new ProblemError([problem(file.code, at, file.message)]);
    return { url: file.url, hasAudio: file.facts.hasAudio };
  }
}

function silent(): ProblemError {
  return new ProblemError([problem('settings.invalid', ['project'], messages.soundMissing)]);
}

/** Returns what stands for the address of a project in the table. */
export function projectKey(project: Project): string {
  return `project:${createHash('sha256').update(JSON.stringify(project)).digest('hex')}`;
}

/** What `renderSpeech` needs. */
export interface SpeechRendering {
  library: Pick<Library, 'locate'>;
  links: Pick<Links, 'accept'>;
  folders: Pick<Folders, 'probes' | 'fonts'>;
  budget: Budget;
}

/**
 * Renders the speech of a project to a WAV file. Links are fetched first; of two files, the one with the audio is used.
 * @param by who requested it. @param workDir folder of the file. @throws ProblemError; see renderProject
 */
export async function renderSpeech(
  { library, links, folders, budget }: SpeechRendering,
  project: Project,
  { by, workDir, signal }: { by: Parameters<Links['accept']>[1]; workDir: string; signal: AbortSignal },
): Promise<{ path: string; duration: number }> {
  const local = new Map<string, string>();
  const urls = layerPaths(project).flatMap(({ layer }) => (isPlayed(layer) ? [layer.url] : []));
  for (const url of new Set([...urls, ...(project.audio ? [project.audio.url] : [])])) {
    if (!isWebAddress(url)) continue;
    const { media, sound } = await links.accept(url, by, signal);
    local.set(url, uploadPath(sound ?? media));
  }
  const here = <T extends { url: string }>(one: T): T => ({ ...one, url: local.get(one.url) ?? one.url });
  const fetched = mapLayers(project, (layer) => (isPlayed(layer) ? here(layer) : layer));
  const { release, ...files } = pinFiles(library.locate, signal);
  try {
    const rendered = await renderProject(
      { ...fetched, audio: fetched.audio && here(fetched.audio) },
      {
        ...{ workDir, budget, signal, ...files, probe: openProbeCache(folders.probes), fontsDir: folders.fonts },
        out: path.join(workDir, 'speech.wav'),
      },
    );
    if (rendered.duration > MAX_SOURCE_SECONDS)
      throw new ProblemError([problem('settings.invalid', ['project'], messages.sourceTooLong)]);
    return rendered;
  } finally {
    release();
  }
}
