import { measureByElement } from '../../engine/browser/media/measureElement.ts';
import { isPlayed } from '../../engine/kinds/families.ts';
import { type MediaFacts, type MediaReference, mediaReferences, withMediaFacts } from '../../engine/project/media.ts';
import type { Project } from '../../engine/project/project.ts';
import { entryOf } from './mediaTable.ts';
import { isLink, isOfOtherSite } from './references.ts';

/**
 * Returns the project with the sizes and lengths of its media: from measured files, and for URLs of this server without
 * facts, from this browser. What cannot be measured stays unchanged.
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
  // A link of another kind than its layer is reported where it is displayed.
  if (!found || (kind === 'video' && found.width === 0)) return undefined;
  return { kind, ...found, hasAudio: true, animated: false };
}

function hasLength({ scenes, audio }: Project, url: string): boolean {
  const layers = scenes.flatMap((scene) => scene.layers).filter(isPlayed);
  const users = [...layers, ...(audio ? [audio] : [])].filter((one) => one.url === url);
  return users.every(({ duration }) => duration !== undefined);
}
