import { isPlayed } from '../kinds/families.ts';
import { kindOf } from '../kinds/index.ts';
import type { ProjectLayer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { type MediaRun, runLength } from './durations.ts';
import { layerSpans, type SceneSpan, sceneSpans } from './spans.ts';

/** A span of the video before an edit, and where its speech is afterwards; linear between. In seconds. */
export interface MovedSpan {
  start: number;
  end: number;
  newStart: number;
  newEnd: number;
  /** Whether it is an additional place in a copied scene; absent: it is where the span itself is. */
  isCopy?: true;
}

/** A video or audio layer that may have speech. */
interface Voice {
  id: string;
  /** The scene that it belongs to or follows; undefined for one of the whole video. */
  sceneId: string | undefined;
  /** Names the audio that it plays. */
  audio: string;
  start: number;
  end: number;
  run: MediaRun;
  /** Whether its moments correspond to moments of the file: it plays once, in one direction. */
  isLinear: boolean;
  /** Lower ranks are more likely the voice of a moment. */
  rank: number;
}

/** Shorter spans are ignored, in seconds. */
const LEAST = 1e-4;

/**
 * Compares a project before and after an edit: returns where each span of the video is afterwards. A span follows the
 * video or audio that is heard in it, by the time of its file: to other scenes, through trims and speeds, and into the
 * layers that it was split into. Where nothing is heard, it follows its scene. What was removed is omitted.
 *
 * A span that also plays in a scene that is new, such as a duplicate, is returned a second time, as a copy.
 *
 * Audible layers come before silent ones, those of a scene or following one before those of the whole video, and videos
 * before audio. Layers with ducking are music.
 * @returns in order of start, without overlaps except by copies.
 */
export function movedSpans(before: Project, after: Project): MovedSpan[] {
  const [voices, later] = [voicesOf(before), voicesOf(after)];
  const [scenes, laterScenes] = [sceneSpans(before, 'all'), sceneSpans(after, 'all')];
  const known = new Set(voices.map(({ id }) => id));
  const edges = [
    ...scenes.flatMap(({ start, end }) => [start, end]),
    ...voices.flatMap(({ start, end }) => [start, end]),
  ];
  const total = scenes.at(-1)?.end ?? 0;
  const moments = [...new Set(edges)].filter((t) => t >= 0 && t <= total).sort((a, b) => a - b);
  const laterParts = partsFinder(later, known);
  const heardIn = sweep(voices);
  let owner: Voice | undefined;
  return moments.flatMap((start, i) => {
    const end = moments[i + 1] ?? start;
    if (end - start < LEAST) return [];
    const heard = heardIn(start, end);
    const best = heard.reduce<Voice | undefined>((top, one) => (top && top.rank <= one.rank ? top : one), undefined);
    // A voice goes on until it ends, even if an equal one begins.
    owner = owner && heard.includes(owner) && owner.rank === best?.rank ? owner : best;
    if (!owner) return followScene({ start, end }, scenes, laterScenes);
    const { id, audio } = owner;
    const parts = laterParts.of(id, audio);
    if (parts.length > 0) {
      const spans = followVoice({ start, end }, owner, parts);
      return [...spans, ...copiesOf({ start, end }, owner, parts, spans, scenes)];
    }
    // The file of a layer may have been replaced: then its scene is still there, and another layer is new.
    return laterParts.hasOther(audio) ? followScene({ start, end }, scenes, laterScenes) : [];
  });
}

/** Finds the voices of spans that follow one another, in the order of the voices. */
function sweep(voices: readonly Voice[]): (start: number, end: number) => Voice[] {
  const places = new Map(voices.map((voice, index) => [voice, index]));
  const coming = voices.toSorted((a, b) => b.start - a.start);
  let heard: Voice[] = [];
  return (start, end) => {
    for (let next = coming.at(-1); next && next.start < end - LEAST; next = coming.at(-1)) {
      heard.push(next);
      coming.pop();
    }
    heard = heard.filter((voice) => voice.end > start + LEAST);
    return heard.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  };
}

/** Finds the voices after an edit that play the audio of an earlier one. @param known ids of the earlier voices. */
function partsFinder(later: readonly Voice[], known: ReadonlySet<string>) {
  const own = new Map(later.map((voice) => [voice.id, voice]));
  const added = later.filter(({ id }) => !known.has(id));
  const byAudio = new Map<string, Voice[]>();
  for (const voice of added) {
    const same = byAudio.get(voice.audio);
    if (same) same.push(voice);
    else byAudio.set(voice.audio, [voice]);
  }
  return {
    of: (id: string, audio: string): Voice[] => [
      ...(own.has(id) ? [own.get(id) as Voice] : []),
      ...(byAudio.get(audio) ?? []),
    ],
    hasOther: (audio: string): boolean => added.length > (byAudio.get(audio) ?? []).length,
  };
}

function voicesOf(project: Project): Voice[] {
  return layerSpans(project, 'all').flatMap(({ layer, media, start, end, scene, sceneIndex }) => {
    if (!media || !isPlayed(layer) || ('converted_gif' in layer && layer.converted_gif)) return [];
    if ('ducking' in layer && layer.ducking) return [];
    const closes = media.loops ? end : Math.min(end, start + runLength(media));
    const isFree = sceneIndex < 0 && (layer as ProjectLayer).anchor === undefined;
    const isAudible = kindOf(layer).isAudible(layer) && !layer.isHidden;
    const rank = (isAudible ? 0 : 4) + (isFree ? 2 : 0) + (kindOf(layer).isSeen ? 0 : 1);
    const isLinear = !media.loops && !media.isBoomeranged && media.end > media.start;
    const audio = `${layer.url} ${layer.audioTrack ?? ''}`;
    const sceneId = isFree ? undefined : ((layer as ProjectLayer).anchor ?? scene.id);
    return closes > start ? [{ id: layer.id, sceneId, audio, start, end: closes, run: media, isLinear, rank }] : [];
  });
}

/** Follows a voice into the layers that play it afterwards, the first of them where several play the same. */
function followVoice(
  { start, end }: { start: number; end: number },
  voice: Voice,
  parts: readonly Voice[],
): MovedSpan[] {
  const own = parts.find(({ id }) => id === voice.id);
  const ordered = own ? [own, ...parts.filter((one) => one !== own)] : parts;
  const found: MovedSpan[] = [];
  let open = [{ start, end }];
  for (const part of ordered) {
    const toNew = mappingTo(voice, part);
    if (!toNew) continue;
    const { scale, offset } = toNew;
    const [first, last] = [(part.start - offset) / scale, (part.end - offset) / scale];
    open = open.flatMap((span) => {
      const [from, to] = [Math.max(span.start, first), Math.min(span.end, last)];
      if (to - from < LEAST) return [span];
      found.push({ start: from, end: to, newStart: from * scale + offset, newEnd: to * scale + offset });
      return [
        { start: span.start, end: from },
        { start: to, end: span.end },
      ].filter((rest) => rest.end - rest.start >= LEAST);
    });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Returns where a span of a voice plays in scenes that are new, besides where it was found. */
function copiesOf(
  span: { start: number; end: number },
  voice: Voice,
  parts: readonly Voice[],
  found: readonly MovedSpan[],
  scenes: readonly SceneSpan[],
): MovedSpan[] {
  const isNew = ({ sceneId }: Voice) => sceneId !== undefined && !scenes.some(({ scene }) => scene.id === sceneId);
  const isFound = (part: Voice) =>
    found.some(({ newStart, newEnd }) => newStart < part.end - LEAST && newEnd > part.start + LEAST);
  return parts
    .filter((part) => part.id !== voice.id && isNew(part) && !isFound(part))
    .flatMap((part) => followVoice(span, voice, [part]).map((copy) => ({ ...copy, isCopy: true as const })));
}

/** Returns how times of a voice become times of the same audio in another layer; undefined if they have none in common. */
function mappingTo(from: Voice, to: Voice): { scale: number; offset: number } | undefined {
  const [a, b] = [from.run, to.run];
  const scale = a.speed / b.speed;
  const isSameWay = a.isReversed === b.isReversed;
  if (!from.isLinear || !to.isLinear || !isSameWay)
    return from.id === to.id ? { scale, offset: to.start - from.start * scale } : undefined;
  // Both play `file = edge ± (t − start) × speed`.
  const edges = a.isReversed ? b.end - a.end : a.start - b.start;
  return { scale, offset: to.start + edges / b.speed - from.start * scale };
}

/** Follows the scene of a span, and into a scene that was split off its end. */
function followScene(
  { start, end }: { start: number; end: number },
  scenes: readonly SceneSpan[],
  laterScenes: readonly SceneSpan[],
): MovedSpan[] {
  const scene = scenes.find((one) => start >= one.start - LEAST && end <= one.end + LEAST);
  const index = laterScenes.findIndex((one) => one.scene.id === scene?.scene.id);
  const moved = laterScenes[index];
  if (!scene || !moved) return [];
  const next = laterScenes[index + 1];
  const isSplit =
    next &&
    !scenes.some((one) => one.scene.id === next.scene.id) &&
    Math.abs(next.end - moved.start - (scene.end - scene.start)) < 1e-3;
  const by = moved.start - scene.start;
  const closes = (isSplit ? next.end : moved.end) - by;
  const last = Math.min(end, closes);
  return last - start < LEAST ? [] : [{ start, end: last, newStart: start + by, newEnd: last + by }];
}
