import { useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { subscribe } from 'valtio/vanilla';
import type { Wave } from '../../../engine/browser/strips/waveform.ts';
import type { CutVideo } from '../../../engine/edit/cueStrikes.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { isEqualJson } from '../../../engine/edit/mergeProjects.ts';
import { spokenProject } from '../../../engine/edit/spokenProject.ts';
import { isPlayed } from '../../../engine/kinds/families.ts';
import { allLayers } from '../../../engine/project/allLayers.ts';
import type { SubtitlesLayer } from '../../../engine/project/layers.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { toMilliseconds } from '../../../engine/project/roundTime.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { PEAKS_PER_SECOND, type Peaks } from '../../../engine/timeline/peaks.ts';
import { projectPeaks } from '../../../engine/timeline/projectPeaks.ts';
import { audioKey, soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { type LayerSpan, layerSpans } from '../../../engine/timeline/spans.ts';
import {
  remainingSpans,
  spansWithout,
  type TimeSpan,
  timeAfterCuts,
  timeBeforeCuts,
  unitedSpans,
} from '../../../engine/timeline/timeSpans.ts';
import { trackIn, tracksOf } from '../../client/media/audioTracks.ts';
import { waveforms } from '../../client/media/strips.ts';
import type { CueCuts, CueHost } from '../../subtitles/cueHost.ts';
import { type CueClock, type ShownPlayer, useCuePlayer } from '../../subtitles/cuePlayer.ts';
import { keptSpans } from '../../subtitles/cuts.ts';
import { planCuts } from '../../subtitles/plannedCuts.ts';
import { openSheet } from './go.ts';
import { pause, playhead, seek, togglePlay } from './playback.ts';
import { change, endStep, layersIn, redoChange, sceneOf, studio, undoChange } from './studio.ts';
import { withCuesBefore, withoutSpans, withWordCuts, wordCutsOf } from './wordCuts.ts';

/** Frames per second of the Studio's output. */
const FPS = 30;

/** The subtitle layer to edit: the selected one, else the first of the whole project, else of the scene. */
export function subtitlesIn(project: Project, scene: Scene, selectedId: string | null): SubtitlesLayer | undefined {
  const all = layersIn(project, scene.id).filter((layer) => layer.type === 'subtitles');
  return all.find(({ id }) => id === selectedId) ?? all[0];
}

/** The subtitle layer to edit, and its scene. */
export function useSubtitles(): { project: Project; scene: Scene; layer: SubtitlesLayer | undefined } {
  const { project, selectedSceneId, selectedLayerId } = useSnapshot(studio);
  const scene = sceneOf(project, selectedSceneId);
  return { project, scene, layer: subtitlesIn(project, scene, selectedLayerId) };
}

/** The span of a layer. */
export function spanOf(project: Project, layerId: string): LayerSpan | undefined {
  return layerSpans(project, 'all').find(({ layer }) => layer.id === layerId);
}

const shown: ShownPlayer = {
  read: () => ({ time: playhead.time, isPlaying: !playhead.isPaused }),
  watch: (tell) => subscribe(playhead, tell, true),
  ...{ seek, pause, toggle: togglePlay },
};

/** Connects the subtitle editor to a layer. Its times are those before words were cut out, see wordCuts.ts. */
export function useLayerHost(project: Project, { id }: SubtitlesLayer): CueHost {
  const { base, removed, gone } = useMemo(() => wordCutsOf(project, id), [project, id]);
  const { cues, start, length } = useMemo(() => axisOf(base, id), [base, id]);
  const clock = useMemo(() => clockOf(base, gone, start), [base, gone, start]);
  const player = useCuePlayer(shown, clock);
  const readPeaks = useReadPeaks(base, start);
  return useMemo(() => {
    const cut = spansOn(removed, start, length);
    return {
      ...{ cues, player, endStep, fps: FPS, undo: undoChange, redo: redoChange },
      duration: length,
      name: project.name ?? '',
      cuts: {
        ...{ removed: cut, kept: keptSpans(cut, length), readPeaks },
        languageCode: languageOf(base, id),
        plan: (spans) =>
          planCuts(
            spans.map(({ startTime, endTime }) => ({
              startTime: clock.toShown(startTime),
              endTime: clock.toShown(endTime),
            })),
          ),
        change: (edit) => changeCuts(id, edit),
      },
      change: (edit, step) => changeCues(id, edit, step),
      open: (screen) => openSheet(screen === 'transcribe' ? 'subtitles/transcribe' : screen),
    };
  }, [id, cues, base, removed, player, clock, readPeaks, start, length, project.name]);
}

/**
 * Connects the tool for silences to a video without subtitles, where only undo restores what was cut: `removed` stays
 * empty.
 */
export function useVideoHost(project: Project): CueHost & { cuts: CueCuts } {
  const readPeaks = useReadPeaks(project, 0);
  const player = useCuePlayer(shown, videoClock);
  return useMemo(() => {
    const duration = totalDuration(project);
    return {
      ...{ cues: [], player, endStep, fps: FPS, undo: undoChange, redo: redoChange },
      duration,
      name: project.name ?? '',
      cuts: { removed: [], kept: keptSpans([], duration), readPeaks, plan: planCuts, change: cutVideo },
      change: () => [],
      open: () => undefined,
    };
  }, [project, player, readPeaks]);
}

const videoClock: CueClock = { toCues: (time) => time, toShown: (time) => time };

/** Cuts the video as one undo step. The same moment stays visible. @returns why it cannot. */
function cutVideo(edit: (video: CutVideo) => CutVideo): string | undefined {
  const { project } = studio;
  const { removed } = edit({ cues: [], removed: [] });
  if (removed.length === 0) return undefined;
  const cut = withoutSpans(project, removed);
  if ('problem' in cut) return cut.problem;
  const moment = playhead.time;
  change(() => cut.project);
  seek(clockOf(project, cut.gone, 0).toShown(moment));
  return undefined;
}

/** The cues of a layer, second 0 of them in seconds of the whole video, and where the layer ends. */
function axisOf(project: Project, layerId: string) {
  const span = spanOf(project, layerId);
  if (span?.layer.type !== 'subtitles') return { cues: [], start: 0, length: 0 };
  const { cues, at = 0 } = span.layer;
  const start = span.start - at;
  return { cues, start, length: span.end - start };
}

function languageOf(project: Project, layerId: string): string | undefined {
  const layer = findLayer(project, layerId)?.layer;
  return layer?.type === 'subtitles' ? layer.languageCode : undefined;
}

/** Returns the clock between the cues of a layer and the whole video after cuts. @param start see axisOf. */
function clockOf(base: Project, gone: readonly TimeSpan[], start: number): CueClock {
  const kept = remainingSpans(gone, totalDuration(base));
  if (gone.length === 0) return { toCues: (time) => time - start, toShown: (time) => time + start };
  return {
    toCues: (time) => timeBeforeCuts(time, kept) - start,
    toShown: (time) => timeAfterCuts(time + start, kept),
  };
}

/** Returns the parts of spans that a layer lasts, on the time axis of its cues. */
function spansOn(spans: readonly TimeSpan[], start: number, length: number): TimeSpan[] {
  return spans.flatMap(({ startTime, endTime }) => {
    const [from, to] = [Math.max(0, startTime - start), Math.min(length, endTime - start)];
    return to > from ? [{ startTime: toMilliseconds(from), endTime: toMilliseconds(to) }] : [];
  });
}

/** Cuts the video at a layer's cues, as one undo step. The same moment stays visible. @returns why it cannot. */
function changeCuts(layerId: string, edit: (video: CutVideo) => CutVideo): string | undefined {
  const { project } = studio;
  const { base, removed, gone } = wordCutsOf(project, layerId);
  const { cues, start, length } = axisOf(base, layerId);
  const own = spansOn(removed, start, length);
  const before = { cues, removed: own };
  const next = edit(before);
  if (next === before || (next.cues === cues && isEqualJson(next.removed, own))) return undefined;
  const elsewhere = spansWithout(removed, [{ startTime: start, endTime: start + length }]);
  const here = next.removed.map(({ startTime, endTime }) => ({
    startTime: startTime + start,
    endTime: endTime + start,
  }));
  const cut = withWordCuts(project, layerId, { cues: next.cues, removed: unitedSpans([...elsewhere, ...here]) });
  if ('problem' in cut) return cut.problem;
  const moment = clockOf(base, gone, start).toCues(playhead.time);
  change(() => cut.project);
  seek(clockOf(cut.cuts.base, cut.cuts.gone, start).toShown(moment));
  return undefined;
}

/** Changes the cues of a layer, in its time before cuts. @returns the resulting cues before cuts. */
export function changeCues(
  layerId: string,
  edit: (cues: readonly Cue[]) => readonly Cue[],
  step?: string,
): readonly Cue[] {
  change((project) => withCuesBefore(project, layerId, edit), step);
  return axisOf(wordCutsOf(studio.project, layerId).base, layerId).cues;
}

/** Returns what reads the speech of a project, see projectPeaks; undefined if nothing is heard. */
function useReadPeaks(project: Project, start: number): CueCuts['readPeaks'] {
  const heard = useSame([start, ...project.scenes, ...(project.layers ?? []).filter(isPlayed)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the subtitles of the project do not matter.
  return useMemo(() => {
    const speech = spokenProject(project);
    if (!speech) return undefined;
    return async (signal: AbortSignal) => {
      const peaks = await speechPeaks(speech, signal);
      if (!peaks) return undefined;
      const first = Math.round(start * PEAKS_PER_SECOND);
      // Before the video, nothing is known to be silent.
      return first >= 0 ? peaks.subarray(first) : Uint8Array.from([...new Uint8Array(-first).fill(255), ...peaks]);
    };
  }, [heard]);
}

/** Returns the same list as long as its items are the same. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const last = useRef(list);
  const isSame = last.current.length === list.length && list.every((item, i) => item === last.current[i]);
  if (!isSame) last.current = list;
  return last.current;
}

/** Reads the peaks of a project, file by file; undefined if aborted, or if a file cannot be read. */
async function speechPeaks(project: Project, signal: AbortSignal): Promise<Peaks | undefined> {
  const lengths = new Map(
    allLayers(project).flatMap((layer) => (isPlayed(layer) ? [[layer.url, layer.duration]] : [])),
  );
  const read = new Map<string, Wave>();
  for (const clip of soundtrack(project)) {
    const key = audioKey(clip);
    if (read.has(key)) continue;
    const { url, source } = clip;
    const known = tracksOf(url);
    const track = known ? trackIn(known, clip.audioTrack) : clip.audioTrack;
    const wave = await waveforms.read(url, lengths.get(url), signal, track);
    // A video may have no audio; everything else must be heard before something counts as silent.
    const isSilentVideo = wave?.state === 'none' && source.kind === 'layer' && source.isSeen;
    if (!wave || (wave.state !== 'ready' && !isSilentVideo)) return undefined;
    read.set(key, wave);
  }
  return projectPeaks(project, (clip) => read.get(audioKey(clip))?.peaks);
}
