import { wordsOf } from '../kinds/cueWords.ts';
import type { MakeId } from '../project/id.ts';
import type { ProjectLayer, SubtitlesLayer } from '../project/layers.ts';
import { MAX_CUE_SECONDS, MAX_CUES } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { toMicroseconds } from '../project/roundTime.ts';
import type { Cue } from '../project/subtitles.ts';
import { totalDuration } from '../timeline/durations.ts';
import { withProjectLayers } from '../timeline/overlay.ts';
import { retimeCue } from '../timeline/retimeCue.ts';
import { type MovedSpan, movedSpans } from '../timeline/speechMap.ts';

/** Shorter parts of a cue are dropped, and shorter gaps do not split it, in seconds. */
const LEAST = 0.01;
/** Spans that are this close are consecutive, in seconds. */
const JOINED = 2e-3;

/**
 * Keeps the subtitles of the whole video at their speech after an edit: cues move with the video or audio that is heard
 * during them, or with their scene (see movedSpans). They vanish with what is removed, and are split where their speech
 * is taken apart. A duplicated scene has copies of its cues. Subtitles that the edit itself changed, or that follow a scene, are as the edit left them.
 * @param before the project before the edit. @param after the result of the edit.
 * @param makeId creates the ids of further parts of a cue.
 */
export function withCuesFollowing(before: Project, after: Project, makeId: MakeId): Project {
  if (before.scenes === after.scenes && before.layers === after.layers) return after;
  const unchanged = new Set<ProjectLayer>(before.layers);
  const follows = (layer: ProjectLayer): layer is SubtitlesLayer =>
    layer.type === 'subtitles' && layer.anchor === undefined && layer.cues.length > 0 && unchanged.has(layer);
  const layers = after.layers ?? [];
  if (!layers.some(follows)) return after;
  const all = movedSpans(before, after);
  const [spans, copies] = [all.filter(({ isCopy }) => !isCopy), all.filter(({ isCopy }) => isCopy)];
  const total = totalDuration(before);
  if (copies.length === 0 && spans.every(isStill) && isCovering(spans, total)) return after;
  const next = layers.map((layer): ProjectLayer => {
    if (!follows(layer)) return layer;
    const shift = (layer.from ?? 0) - (layer.at ?? 0);
    const cues = layer.cues.flatMap((cue) => {
      // Cues after the end of the video have no speech.
      if (cue.startTime + shift >= total) return [cue];
      const copied = movedCue(cue, shift, copies, makeId).map((copy) => ({ ...copy, id: makeId() }));
      return [...movedCue(cue, shift, spans, makeId), ...copied];
    });
    const isSame = cues.length === layer.cues.length && cues.every((cue, i) => cue === layer.cues[i]);
    return isSame ? layer : { ...layer, cues: cues.slice(0, MAX_CUES) };
  });
  return next.every((layer, i) => layer === layers[i]) ? after : withProjectLayers(after, next);
}

/**
 * The same for an edit that continues a step, such as a drag: cues that were lost earlier in the step come back.
 * @param base the project before the step. @param now the project that was edited. @param next the result of the edit.
 */
export function withCuesFollowingStep(base: Project, now: Project, next: Project, makeId: MakeId): Project {
  if (base === now) return withCuesFollowing(base, next, makeId);
  const unchanged = new Set<ProjectLayer>(now.layers);
  const first = new Map((base.layers ?? []).map((layer) => [layer.id, layer]));
  const restored = (next.layers ?? []).map((layer) => {
    const before = first.get(layer.id);
    const isFollowed =
      layer.type === 'subtitles' && unchanged.has(layer) && before?.type === 'subtitles' && layer !== before;
    // Only the cues differ if no edit of the step touched the layer.
    return isFollowed && isSameStyle(before, layer) ? before : layer;
  });
  const whole = next.layers ? { ...next, layers: restored } : next;
  return withCuesFollowing(base, whole, makeId);
}

function isSameStyle(one: SubtitlesLayer, other: SubtitlesLayer): boolean {
  return JSON.stringify({ ...one, cues: [] }) === JSON.stringify({ ...other, cues: [] });
}

function isStill({ start, newStart, newEnd, end }: MovedSpan): boolean {
  return Math.abs(newStart - start) < 1e-6 && Math.abs(newEnd - end) < 1e-6;
}

/** Returns whether spans cover the whole video. */
function isCovering(spans: readonly MovedSpan[], total: number): boolean {
  const isWhole = spans.every((span, i) => span.start - (spans[i - 1]?.end ?? 0) < LEAST);
  return isWhole && total - (spans.at(-1)?.end ?? 0) < LEAST;
}

/** Returns the parts of a cue at their new times. @param shift seconds of the video at second 0 of the cues. */
function movedCue(cue: Cue, shift: number, spans: readonly MovedSpan[], makeId: MakeId): Cue[] {
  const [start, end] = [cue.startTime + shift, cue.endTime + shift];
  const pieces = spans.flatMap((span) => {
    const [from, to] = [Math.max(start, span.start), Math.min(end, span.end)];
    return to - from < Math.min(LEAST, (end - start) / 2)
      ? []
      : [{ start: from, end: to, newStart: timeIn(span, from), newEnd: timeIn(span, to) }];
  });
  const [whole] = pieces;
  if (whole && pieces.length === 1 && whole.start === start && whole.end === end) {
    const within = (time: number) => Math.min(Math.max(time + shift, start), end);
    const moved = retimeCue(cue, (time) => toCueTime(timeIn(whole, within(time)) - shift));
    if (moved.endTime - moved.startTime < LEAST / 2) return [];
    return [isAt(cue, moved) ? cue : moved];
  }
  const parts: MovedSpan[][] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    const previous = last?.at(-1);
    const isNext = previous && Math.abs(previous.newEnd - piece.newStart) < JOINED;
    if (last && isNext) last.push(piece);
    else parts.push([piece]);
  }
  const words = wordsOf(cue);
  const spoken = parts.map((part) =>
    words.filter(({ startTime, endTime }) => {
      const middle = (startTime + endTime) / 2 + shift;
      return part.some((piece) => middle >= piece.start - 1e-6 && middle < piece.end + 1e-6);
    }),
  );
  // Without words, the longest part is the cue.
  const kept = words.length > 0 ? parts.filter((_, i) => (spoken[i]?.length ?? 0) > 0) : longestOf(parts);
  return kept.flatMap((part, i) => {
    const own = spoken[parts.indexOf(part)] ?? [];
    const at = (time: number) => {
      const moment = time + shift;
      const piece = part.find((one) => moment <= one.end) ?? part.at(-1);
      const inside = piece ? Math.min(Math.max(moment, piece.start), piece.end) : moment;
      const moved = piece ? timeIn(piece, inside) : moment;
      return toCueTime(moved - shift);
    };
    const isWhole = own.length === words.length;
    const text = isWhole ? cue.text : cue.text.slice(own[0]?.from ?? 0, own.at(-1)?.to ?? 0);
    const heard = isWhole ? cue.words : cue.words?.filter((word) => own.some((one) => isSameTime(one, word)));
    const { words: _, ...bare } = cue;
    const moved = retimeCue({ ...bare, text, ...(heard && heard.length > 0 ? { words: heard } : {}) }, at);
    if (moved.endTime - moved.startTime < LEAST / 2) return [];
    if (i === 0 && isWhole && isAt(cue, moved)) return [cue];
    return [i === 0 ? moved : { ...moved, id: makeId() }];
  });
}

function toCueTime(seconds: number): number {
  return Math.min(MAX_CUE_SECONDS, Math.max(0, toMicroseconds(seconds)));
}

function longestOf(parts: readonly MovedSpan[][]): MovedSpan[][] {
  const length = (part: readonly MovedSpan[]) => part.reduce((sum, { start, end }) => sum + end - start, 0);
  const [longest] = parts.toSorted((a, b) => length(b) - length(a));
  return longest ? [longest] : [];
}

function timeIn({ start, end, newStart, newEnd }: MovedSpan, time: number): number {
  return newStart + ((time - start) / (end - start)) * (newEnd - newStart);
}

function isSameTime(
  one: { startTime: number; endTime: number },
  other: { startTime: number; endTime: number },
): boolean {
  return one.startTime === other.startTime && one.endTime === other.endTime;
}

function isAt(cue: Cue, moved: Cue): boolean {
  return Math.abs(cue.startTime - moved.startTime) < 2e-6 && Math.abs(cue.endTime - moved.endTime) < 2e-6;
}
