import { timesOf } from '../../engine/edit/detachAudio.ts';
import { addLayer } from '../../engine/edit/layers.ts';
import { type ChosenMedia, newMediaLayer } from '../../engine/edit/newLayers.ts';
import { newId } from '../../engine/project/id.ts';
import type { VideoLayer } from '../../engine/project/layers.ts';
import { mediaKindProblems, mediaReferences, withMediaFacts } from '../../engine/project/media.ts';
import { messages } from '../../engine/project/messages.ts';
import { importProjectLink } from '../client/media/importLink.ts';
import { beginWork, endWork, mediaTable } from '../client/media/mediaTable.ts';
import { isOfOtherSite } from '../client/media/references.ts';
import { showError, showFailure, showNote } from '../client/page/notices.ts';
import { change, changeThroughout, studio } from './state/studio.ts';

/** Concurrent fetches. The server allows four per user; one remains free for a pasted link. */
const AT_A_TIME = 3;

/** Media found behind a link. */
interface Found {
  media: ChosenMedia;
  /** The audio of a video that is served as a separate file. */
  sound: ChosenMedia | undefined;
}

/** Fetches by link, finished or running. Failed ones are removed. */
const taken = new Map<string, Promise<Found>>();

/**
 * Lets the server fetch the links of the open project, so that they can be shown and measured. The project keeps the
 * links. Failures are reported and leave the project unchanged.
 */
export async function fetchProjectLinks(): Promise<void> {
  const { projectId, project } = studio;
  const links = new Set(mediaReferences(project).map(({ url }) => url));
  const rest = [...links].filter(isOfOtherSite).values();
  const fetchRest = async () => {
    for (const url of rest) if (studio.projectId === projectId) await fetchLinkFor(projectId, url);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, fetchRest));
}

async function fetchLinkFor(projectId: string, url: string): Promise<void> {
  try {
    const { media, sound } = await resolveLink(url);
    if (studio.projectId !== projectId) return;
    learn(url, media);
    if (sound) offerSeparateAudio(url, sound);
  } catch (error) {
    showFailure(error);
  }
}

function resolveLink(url: string): Promise<Found> {
  const asked = taken.get(url) ?? fetchOne(url);
  taken.set(url, asked);
  asked.catch(() => taken.delete(url));
  return asked;
}

async function fetchOne(url: string): Promise<Found> {
  const ending = beginWork(url);
  mediaTable.busy[url] = messages.uploadFetches;
  try {
    const [media, sound] = await importProjectLink(url, ending.signal);
    if (!media) throw new Error('A link that is accepted leads to a file.');
    mediaTable.shownFrom[url] = media.url;
    return { media, sound };
  } finally {
    endWork(url, ending);
    delete mediaTable.busy[url];
  }
}

/** Stores dimensions and durations, which a project file may omit. */
function learn(url: string, media: ChosenMedia): void {
  const facts = new Map([[url, media]]);
  const [wrong] = mediaKindProblems(studio.project, facts);
  if (wrong) {
    showError(wrong.message);
    return;
  }
  const isKnown = JSON.stringify(withMediaFacts(studio.project, facts)) === JSON.stringify(studio.project);
  if (!isKnown) changeThroughout((project) => withMediaFacts(project, facts));
}

/** Two durations that differ by less belong to the same audio, in seconds. */
const SAME_LENGTH = 0.1;

/**
 * Offers to add the separate audio file of a linked video. A project file names only the video's link, so the video
 * would be silent. Does nothing if the videos are muted or the audio has been added already.
 * @param url the link, as the project names it.
 */
function offerSeparateAudio(url: string, sound: ChosenMedia): void {
  if (isThere(sound) || videosOf(url).length === 0) return;
  const run = () => {
    for (const { sceneId, video } of videosOf(url)) {
      const layer = {
        ...newMediaLayer(sound, newId),
        ...timesOf(video),
        ...(video.isHidden ? { isHidden: true } : {}),
      };
      change((project) => addLayer(project, sceneId, layer));
    }
  };
  showNote('The audio of a linked video is a separate file.', { action: { label: 'Add its audio', run } });
}

function isThere({ url, duration }: ChosenMedia): boolean {
  const sounds = studio.project.scenes.flatMap(({ layers }) => layers).filter(({ type }) => type === 'audio');
  return sounds.some(
    (one) =>
      one.type === 'audio' &&
      (one.url === url || (one.source === 'pastedLink' && Math.abs((one.duration ?? 0) - duration) < SAME_LENGTH)),
  );
}

/** The unmuted videos of a link, with their scenes. */
function videosOf(url: string): { sceneId: string; video: VideoLayer }[] {
  return studio.project.scenes.flatMap(({ id, layers }) =>
    layers.flatMap((layer) =>
      layer.type === 'video' && layer.url === url && !layer.isMuted ? [{ sceneId: id, video: layer }] : [],
    ),
  );
}
