import { isFontFile } from '../formats/fontFile.ts';
import { layerAt, layerPaths, mapLayers } from './allLayers.ts';
import type { FileLayer, Layer, LayerOf } from './layers.ts';
import { type Problem, problem } from './problems.ts';
import type { AudioTrack, Project } from './project.ts';
import { watermarkOf } from './watermark.ts';

/** One of the audio tracks of a file. */
export interface AudioTrackFacts {
  /** Codec name in ffmpeg. */
  codec: string;
  channels: number;
  /** ISO 639-2 code from the file; '' if unknown. */
  language: string;
  /** '' if the file has none. */
  title: string;
  /** Whether the file marks it as the default track. */
  isDefault: boolean;
}

/** Facts about a media file. */
export interface MediaFacts {
  /** Fonts are not media and never a layer by themselves. */
  kind: 'video' | 'image' | 'audio' | 'font';
  /** Display size in pixels, after rotation and pixel aspect ratio; 0 for audio. */
  width: number;
  height: number;
  /** In seconds; 0 for an image. If the audio of a video ends slightly after its last frame, the end of that frame. */
  duration: number;
  /** End of such audio in seconds; default: `duration`. */
  soundDuration?: number;
  /** Average frame rate; 0 or absent: unknown, or none. */
  fps?: number;
  hasAudio: boolean;
  /** true for an animated GIF, WebP or PNG. */
  animated: boolean;
  /** false: every pixel is opaque; absent: unknown. */
  hasAlpha?: boolean;
  /** Its audio tracks; absent if there is at most one, or they are unknown. */
  audioTracks?: readonly AudioTrackFacts[];
  /** Index of the default audio track; set together with `audioTracks`. */
  audioTrack?: number;
}

/** The server's answer about a file. */
interface AnsweredFacts extends Pick<MediaFacts, 'width' | 'height' | 'duration' | 'hasAudio' | 'animated'> {
  /** null: the server could not read it. */
  kind: MediaFacts['kind'] | null;
  fps?: number | undefined;
  hasAlpha?: boolean | undefined;
  audioTracks?: MediaFacts['audioTracks'] | undefined;
  audioTrack?: number | undefined;
}

/** Returns the facts in an answer of the server; undefined if the server could not read the file. */
export function factsIn({ audioTracks, audioTrack = 0, ...answer }: AnsweredFacts): MediaFacts | undefined {
  const { kind, width, height, duration, fps, hasAudio, animated, hasAlpha } = answer;
  if (!kind) return undefined;
  const tracks = audioTracks ? { audioTracks: [...audioTracks], audioTrack } : {};
  const known = { ...(fps ? { fps } : {}), ...(hasAlpha === undefined ? {} : { hasAlpha }) };
  return { kind, width, height, duration, hasAudio, animated, ...known, ...tracks };
}

/** A reference to a media file in a project. */
export interface MediaReference {
  url: string;
  path: (string | number)[];
  kind: 'video' | 'image' | 'audio';
}

/** Returns every media reference of a project, in reading order. */
export function mediaReferences(project: Project): MediaReference[] {
  const found: MediaReference[] = [];
  for (const { layer, path } of layerPaths(project))
    if ('url' in layer) found.push({ url: layer.url, path: [...path, 'url'], kind: layer.type });
  if (project.audio) found.push({ url: project.audio.url, path: ['audio', 'url'], kind: 'audio' });
  const watermark = watermarkOf(project);
  if (watermark?.kind === 'image') found.push({ url: watermark.url, path: ['watermarkImg'], kind: 'image' });
  return found;
}

/** A media file of a project, and the places that use it. */
export interface UsedMedia extends Pick<MediaReference, 'url' | 'kind'> {
  /** In reading order. */
  uses: (MediaReference & {
    /** Absent for the audio track and the watermark. */
    layer?: Layer;
    /** Present only for the audio track. */
    track?: AudioTrack;
  })[];
}

/**
 * Returns the distinct media files of a project with their uses, in reading order. A file that is both a video and audio
 * layers is a video.
 */
export function usedMedia(project: Project): UsedMedia[] {
  const found = new Map<string, UsedMedia>();
  for (const reference of mediaReferences(project)) {
    const { url, kind, path } = reference;
    const file = found.get(url) ?? { url, kind, uses: [] };
    const layer = layerAt(project, path);
    const track = path[0] === 'audio' ? project.audio : null;
    file.uses.push({ ...reference, ...(layer && { layer }), ...(track && { track }) });
    if (kind === 'video') file.kind = kind;
    found.set(url, file);
  }
  return [...found.values()];
}

/** A reference to a file of any kind in a project. */
export type FileReference = Omit<MediaReference, 'kind'> & { kind: MediaFacts['kind'] };

/** Returns every font file that a project uses, in reading order. A missing font file is replaced by Arial. */
export function fontReferences(project: Project): FileReference[] {
  return layerPaths(project).flatMap(({ layer, path }) =>
    'fontFamily' in layer && isFontFile(layer.fontFamily)
      ? [{ url: layer.fontFamily, path: [...path, 'fontFamily'], kind: 'font' as const }]
      : [],
  );
}

/** Returns all media and font files of a project, which are stored, sent, packed and located together. */
export function fileReferences(project: Project): FileReference[] {
  return [...mediaReferences(project), ...fontReferences(project)];
}

/** Returns the project with `map` applied to every font file address. */
export function mapFontFiles(project: Project, map: (url: string) => string): Project {
  return mapLayers(project, (layer) =>
    'fontFamily' in layer && isFontFile(layer.fontFamily) ? { ...layer, fontFamily: map(layer.fontFamily) } : layer,
  );
}

/** Returns the project with `map` applied to every media and font file address. */
export function mapMediaUrls(project: Project, map: (url: string) => string): Project {
  const mapped = mapLayers(mapFontFiles(project, map), (layer) =>
    'url' in layer ? { ...layer, url: map(layer.url) } : layer,
  );
  return {
    ...mapped,
    ...(project.watermarkImg ? { watermarkImg: map(project.watermarkImg) } : {}),
    audio: project.audio && { ...project.audio, url: map(project.audio.url) },
  };
}

/**
 * Sets natural sizes and durations from measured facts, which override what the project claims. A video layer with an
 * animated image becomes a converted GIF.
 * @param facts by url; references without facts stay unchanged.
 */
export function withMediaFacts(project: Project, facts: ReadonlyMap<string, MediaFacts>): Project {
  const audioFacts = project.audio && facts.get(project.audio.url);
  const known = mapLayers(project, (layer) => {
    const fact = 'url' in layer ? facts.get(layer.url) : undefined;
    return fact && 'url' in layer ? measured(layer, fact) : layer;
  });
  return {
    ...known,
    audio:
      project.audio &&
      (audioFacts ? { ...project.audio, duration: audioFacts.soundDuration ?? audioFacts.duration } : project.audio),
  };
}

/** Fields that a layer of each type copies from its file's facts. */
const learned: { readonly [T in FileLayer['type']]: (layer: LayerOf<T>, known: MediaFacts) => Partial<LayerOf<T>> } = {
  image: (_, { width, height }) => ({ width, height }),
  video: ({ converted_gif }, { width, height, duration, fps, animated }) => ({
    ...{ width, height, duration },
    ...(fps ? { fps } : {}),
    converted_gif: converted_gif || animated,
  }),
  audio: (_, { duration, soundDuration = duration }) => ({ duration: soundDuration }),
};

function measured<L extends FileLayer>(layer: L, known: MediaFacts): L {
  // The key and the entry's layer are the same type by construction; the compiler cannot follow that.
  const learn = learned[layer.type] as unknown as (layer: L, known: MediaFacts) => Partial<L>;
  return { ...layer, ...learn(layer, known) };
}

/** Returns problems of references whose file is not of the kind that their layer needs. */
export function mediaKindProblems(project: Project, facts: ReadonlyMap<string, MediaFacts>): Problem[] {
  return mediaReferences(project).flatMap(({ url, path, kind }) => {
    const known = facts.get(url);
    return !known || fitsKind(known, kind) ? [] : [wrongKind({ url, path, kind })];
  });
}

/** Returns the problem of a reference to a file of the wrong kind. */
export function wrongKind({ url, path, kind }: MediaReference): Problem {
  const what = kind === 'audio' ? 'has no audio' : `is not ${kind === 'image' ? 'an image' : 'a video'}`;
  return problem('media.kind', path, `"${url}" ${what}.`);
}

/** Returns whether a file can stand where a reference needs this kind. Animated images can also stand for videos. */
export function fitsKind(known: MediaFacts, kind: MediaReference['kind']): boolean {
  if (kind === 'audio') return known.hasAudio;
  if (kind === 'image') return known.kind === 'image';
  return known.kind === 'video' || (known.kind === 'image' && known.animated);
}
