import { isFontFile } from './fontFile.ts';
import type { FileLayer, Layer, LayerOf } from './layers.ts';
import { type Problem, problem } from './problems.ts';
import type { Project } from './project.ts';
import { watermarkOf } from './watermark.ts';

/** One of the audio tracks of a file. */
export interface AudioTrackFacts {
  /** As ffmpeg names it. */
  codec: string;
  channels: number;
  /** ISO 639-2, as the file says it; '' where it does not. */
  language: string;
  /** '' where the file has none. */
  title: string;
  /** Whether the file marks it as the one to play. */
  isDefault: boolean;
}

/** What the model needs to know of a media file. */
export interface MediaFacts {
  /** A font is no media: no layer shows it by itself. */
  kind: 'video' | 'image' | 'audio' | 'font';
  /** Size as shown, after rotation and pixel aspect, pixels; 0 for audio. */
  width: number;
  height: number;
  /** Seconds; 0 for an image. Of a video whose audio ends a little after its last frame: until that is over. */
  duration: number;
  /** Seconds until the audio of such a video ends; absent: as `duration`. */
  soundDuration?: number;
  /** Frames a second on average; 0 or absent: unknown, or none. */
  fps?: number;
  hasAudio: boolean;
  /** true for an animated GIF, WebP or PNG. */
  animated: boolean;
  /** false: every pixel is opaque; absent: unknown. */
  hasAlpha?: boolean;
  /** Its audio tracks; absent where there are not several, or they are not known. */
  audioTracks?: readonly AudioTrackFacts[];
  /** Index of the audio track that is read unless a project chooses another; stated with `audioTracks`. */
  audioTrack?: number;
}

/** What the server answers about a file. */
interface AnsweredFacts extends Pick<MediaFacts, 'width' | 'height' | 'duration' | 'hasAudio' | 'animated'> {
  /** null: the server could not read it. */
  kind: MediaFacts['kind'] | null;
  fps?: number | undefined;
  audioTracks?: MediaFacts['audioTracks'] | undefined;
  audioTrack?: number | undefined;
}

/** The facts in an answer of the server; undefined where the server could not read the file. */
export function factsIn({ audioTracks, audioTrack = 0, ...answer }: AnsweredFacts): MediaFacts | undefined {
  const { kind, width, height, duration, fps, hasAudio, animated } = answer;
  if (!kind) return undefined;
  const tracks = audioTracks ? { audioTracks: [...audioTracks], audioTrack } : {};
  return { kind, width, height, duration, ...(fps ? { fps } : {}), hasAudio, animated, ...tracks };
}

/** One place of a project that names a media file. */
export interface MediaReference {
  url: string;
  path: (string | number)[];
  kind: 'video' | 'image' | 'audio';
}

/** Every media reference of a project, in reading order. */
export function mediaReferences(project: Project): MediaReference[] {
  const found: MediaReference[] = [];
  project.scenes.forEach((scene, s) => {
    scene.layers.forEach((layer, l) => {
      if ('url' in layer) {
        found.push({ url: layer.url, path: ['scenes', s, 'layers', l, 'url'], kind: layer.type });
      }
    });
  });
  if (project.audio) found.push({ url: project.audio.url, path: ['audio', 'url'], kind: 'audio' });
  const watermark = watermarkOf(project);
  if (watermark?.kind === 'image') found.push({ url: watermark.url, path: ['watermarkImg'], kind: 'image' });
  return found;
}

/** One place of a project that names a file of any kind. */
export type FileReference = Omit<MediaReference, 'kind'> & { kind: MediaFacts['kind'] };

/** Every font file that texts of a project are written in, in reading order. Without it they are written in Arial's letters. */
export function fontReferences(project: Project): FileReference[] {
  return project.scenes.flatMap((scene, s) =>
    scene.layers.flatMap((layer, l) =>
      'fontFamily' in layer && isFontFile(layer.fontFamily)
        ? [{ url: layer.fontFamily, path: ['scenes', s, 'layers', l, 'fontFamily'], kind: 'font' as const }]
        : [],
    ),
  );
}

/** Every file that a project names: its media and fonts. They are kept, sent, packed and found together. */
export function fileReferences(project: Project): FileReference[] {
  return [...mediaReferences(project), ...fontReferences(project)];
}

/** The same project with every font file passed through `map`. */
export function mapFontFiles(project: Project, map: (url: string) => string): Project {
  const mapped = (layer: Layer): Layer =>
    'fontFamily' in layer && isFontFile(layer.fontFamily) ? { ...layer, fontFamily: map(layer.fontFamily) } : layer;
  return { ...project, scenes: project.scenes.map((scene) => ({ ...scene, layers: scene.layers.map(mapped) })) };
}

/** The same project with every media reference and font file passed through `map`. */
export function mapMediaUrls(project: Project, map: (url: string) => string): Project {
  return {
    ...project,
    ...(project.watermarkImg ? { watermarkImg: map(project.watermarkImg) } : {}),
    audio: project.audio && { ...project.audio, url: map(project.audio.url) },
    scenes: mapFontFiles(project, map).scenes.map((scene) => ({
      ...scene,
      layers: scene.layers.map((layer) => ('url' in layer ? { ...layer, url: map(layer.url) } : layer)),
    })),
  };
}

/**
 * Fills natural sizes and durations from what was measured; what was measured wins over what the file claims.
 * A video layer that names an animated picture becomes a converted GIF.
 * @param facts by url; references that are not in it stay as they are.
 */
export function withMediaFacts(project: Project, facts: ReadonlyMap<string, MediaFacts>): Project {
  const audioFacts = project.audio && facts.get(project.audio.url);
  return {
    ...project,
    audio:
      project.audio &&
      (audioFacts ? { ...project.audio, duration: audioFacts.soundDuration ?? audioFacts.duration } : project.audio),
    scenes: project.scenes.map((scene) => ({
      ...scene,
      layers: scene.layers.map((layer) => {
        const known = 'url' in layer ? facts.get(layer.url) : undefined;
        return known && 'url' in layer ? measured(layer, known) : layer;
      }),
    })),
  };
}

/** What each kind of layer learns from its file. */
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

/** Problems of references whose file turned out to be of another kind than their layer needs. */
export function mediaKindProblems(project: Project, facts: ReadonlyMap<string, MediaFacts>): Problem[] {
  return mediaReferences(project).flatMap(({ url, path, kind }) => {
    const known = facts.get(url);
    return !known || fits(known, kind) ? [] : [wrongKind({ url, path, kind })];
  });
}

/** The problem of a reference whose file is of another kind. */
export function wrongKind({ url, path, kind }: MediaReference): Problem {
  const what = kind === 'audio' ? 'has no audio' : `is not ${kind === 'image' ? 'an image' : 'a video'}`;
  return problem('media.kind', path, `"${url}" ${what}.`);
}

function fits(known: MediaFacts, kind: MediaReference['kind']): boolean {
  if (kind === 'audio') return known.hasAudio;
  if (kind === 'image') return known.kind === 'image';
  return known.kind === 'video' || (known.kind === 'image' && known.animated);
}
