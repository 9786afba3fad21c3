import { kindOf } from '../kinds/index.ts';
import type { FileLayer, Layer, PlayedLayer } from '../project/layers.ts';
import { MIN_TRIM_SECONDS } from '../project/limits.ts';
import {
  fitsKind,
  type MediaFacts,
  type MediaReference,
  mapMediaUrls,
  mediaReferences,
  withMediaFacts,
} from '../project/media.ts';
import { messages } from '../project/messages.ts';
import type { Parsed } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import type { AudioTrack, Project } from '../project/project.ts';
import { isUntrimmed } from '../timeline/durations.ts';
import { withAutoLoop } from './audioLoop.ts';
import { withExplicitEnd } from './explicitEnd.ts';
import { withStandIns } from './layers.ts';
import { withFittedLoop, withFollowingEnd } from './motion.ts';
import type { ChosenMedia } from './newLayers.ts';
import { shownPosition } from './percent.ts';
import type { Trim } from './trim.ts';

/** The message for a file that cannot replace another, by what the other is used as. */
const wrongFile: Readonly<Record<MediaReference['kind'], string>> = {
  video: messages.replaceNeedsVideo,
  image: messages.replaceNeedsImage,
  audio: messages.replaceNeedsAudio,
};

/**
 * Replaces a file everywhere in a project: in all layers, as audio track and as watermark. Layers stay what they are,
 * with their place, size, look, speed and animations. A trim stays as far as the new file is long enough; if less than
 * 1 s of it would be left, it moves to the end of the file.
 * @param url the file to replace.
 * @returns media.kind with its message if the new file cannot stand in one of the places, such as an image for a video;
 * the same project if nothing uses the file.
 */
export function replaceFile(project: Project, url: string, media: ChosenMedia): Parsed<Project> {
  const uses = mediaReferences(project).filter((reference) => reference.url === url);
  const wrong = uses.find(({ kind }) => !fitsKind(media, kind));
  if (wrong) return { ok: false, problems: [problem('media.kind', wrong.path, wrongFile[wrong.kind])] };
  if (uses.length === 0 || media.url === url) return { ok: true, value: project };
  const layered = withStandIns(project, (layer) =>
    'url' in layer && layer.url === url ? withFile(project, layer, media) : layer,
  );
  const replaced = withMediaFacts(
    mapMediaUrls(layered, (one) => (one === url ? media.url : one)),
    new Map([[media.url, media]]),
  );
  const { audio } = replaced;
  const isTrack = audio !== null && project.audio?.url === url;
  return { ok: true, value: withAutoLoop(isTrack ? { ...replaced, audio: trackWithin(audio, media) } : replaced) };
}

/** A layer with another file of its kind. */
function withFile(project: Project, layer: FileLayer, media: ChosenMedia): Layer {
  const { source: _, ...rest } = layer;
  const standIn = {
    ...rest,
    url: media.url,
    ...(media.source === undefined ? {} : { source: media.source }),
    // Without a place of its own, it would take the shape of the new file.
    ...(kindOf(layer).isSeen ? { position: shownPosition(project, layer) } : {}),
  };
  if (standIn.type === 'audio') return playedWithin(layer as PlayedLayer, standIn, media);
  const { credit: __, ...seen } = standIn;
  const credited = media.credit === undefined ? seen : { ...seen, credit: media.credit };
  if (credited.type !== 'video') return credited;
  const { gif_name: ___, ...video } = credited;
  return playedWithin(layer as PlayedLayer, { ...video, converted_gif: media.animated }, media);
}

function playedWithin(before: PlayedLayer, standIn: PlayedLayer, media: ChosenMedia): PlayedLayer {
  const duration = lengthFor(standIn.type, media);
  const trim = standIn.isTrimmed ? trimWithin(standIn.startTime, standIn.endTime, duration) : {};
  const fitted = { ...withTrackOf(standIn, media), ...trim, ...(duration > 0 ? { duration } : {}) };
  return withExplicitEnd(withFollowingEnd(before, withFittedLoop(fitted)));
}

/** The audio track with another file. */
function trackWithin(audio: AudioTrack, media: ChosenMedia): AudioTrack {
  const { startTime, endTime, isTrimmed } = audio.isTrimmed
    ? trimWithin(audio.trimStartTime, audio.trimEndTime, lengthFor('audio', media))
    : {};
  const trim = { trimStartTime: startTime, trimEndTime: endTime, isTrimmed };
  return { ...withTrackOf(audio, media), ...(startTime === undefined ? {} : (trim as Partial<AudioTrack>)) };
}

function lengthFor(kind: FileLayer['type'], { duration, soundDuration = duration }: MediaFacts): number {
  return kind === 'audio' ? soundDuration : duration;
}

/** A trim in another file. @param duration of that file in seconds; 0: unknown. @returns nothing if it stays as it is. */
function trimWithin(start: number, end: number | undefined, duration: number): Partial<Trim> {
  if (!(duration > 0)) return {};
  const length = (end ?? duration) - start;
  const isLeft = length > 0 && duration - start >= Math.min(MIN_TRIM_SECONDS, length);
  const startTime = isLeft ? start : Math.max(0, duration - Math.max(length, MIN_TRIM_SECONDS));
  const endTime = Math.min(end ?? duration, duration);
  return { startTime, endTime, isTrimmed: !isUntrimmed(startTime, endTime, duration) };
}

/** Drops the choice of an audio track that the new file does not have. */
function withTrackOf<T extends { audioTrack?: number | undefined }>(one: T, { audioTracks }: MediaFacts): T {
  if (one.audioTrack === undefined || one.audioTrack <= (audioTracks?.length ?? 1)) return one;
  const { audioTrack: _, ...rest } = one;
  return rest as T;
}
