import { measureByElement } from '../../engine/browser/media/measureElement.ts';
import { isPlayed } from '../../engine/kinds/families.ts';
import { type MediaFacts, type MediaReference, mediaReferences, withMediaFacts } from '../../engine/project/media.ts';
import type { Project } from '../../engine/project/project.ts';
import { entryOf } from './mediaTable.ts';
import { isLink, isOfOtherSite } from './references.ts';

/**
 * The same project with the sizes and lengths of its media: as its files were measured, and, of addresses of this
 * server that it says nothing of, as this browser measures them. What cannot be measured here stays as it is.
 */
export async function withMeasuredMedia(project: Project, signal?: AbortSignal): Promise<Project> {
  const facts = new Map<string, MediaFacts>();
  const measure = async (reference: MediaReference) => {
    const known = entryOf(reference.url)?.facts ?? (await measureLink(project, reference, signal));
    if (known) facts.set(reference.url, known);
  };
  await Promise.all(mediaReferences(project).map(measure));
  return withMediaFacts(project, facts);
}

async function measureLink(
  project: Project,
  { url, kind }: MediaReference,
  signal?: AbortSignal,
): Promise<MediaFacts | undefined> {
  if (!isLink(url) || isOfOtherSite(url) || kind === 'image' || hasLength(project, url)) return undefined;
  const found = await measureByElement(url, kind, signal);
  // A link that is a picture or a sound after all is told of where it is shown.
  if (!found || (kind === 'video' && found.width === 0)) return undefined;
  return { kind, ...found, hasAudio: true, animated: false };
}

function hasLength({ scenes, audio }: Project, url: string): boolean {
  const layers = scenes.flatMap((scene) => scene.layers).filter(isPlayed);
  const users = [...layers, ...(audio ? [audio] : [])].filter((one) => one.url === url);
  return users.every(({ duration }) => duration !== undefined);
}
