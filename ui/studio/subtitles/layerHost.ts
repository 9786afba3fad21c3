import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { subscribe } from 'valtio/vanilla';
import { findLayer } from '../../../engine/edit/find.ts';
import { changeLayerCues } from '../../../engine/edit/layerCues.ts';
import type { SubtitlesLayer } from '../../../engine/project/layers.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import { type LayerSpan, layerSpans } from '../../../engine/timeline/spans.ts';
import type { CueHost } from '../../subtitles/cueHost.ts';
import type { ShownPlayer } from '../../subtitles/cuePlayer.ts';
import { useCuePlayer } from '../../subtitles/useCuePlayer.ts';
import { openOver } from '../state/go.ts';
import { pause, playhead, seek, togglePlay } from '../state/playback.ts';
import { change, endStep, redoChange, sceneOf, studio, undoChange } from '../state/studio.ts';

/** Frames a second of what the Studio makes. */
const FPS = 30;

/** The subtitles that the editor is about: those that are selected, else the first of the selected scene. */
export function subtitlesIn(scene: Scene, selectedId: string | null): SubtitlesLayer | undefined {
  const all = scene.layers.filter((layer) => layer.type === 'subtitles');
  return all.find(({ id }) => id === selectedId) ?? all[0];
}

/** The subtitles that the editor is about now, and their scene. */
export function useSubtitles(): { project: Project; scene: Scene; layer: SubtitlesLayer | undefined } {
  const { project, selectedSceneId, selectedLayerId } = useSnapshot(studio);
  const scene = sceneOf(project, selectedSceneId);
  return { project, scene, layer: subtitlesIn(scene, selectedLayerId) };
}

/** When a layer is there. */
export function spanOf(project: Project, layerId: string): LayerSpan | undefined {
  return layerSpans(project, 'all').find(({ layer }) => layer.id === layerId);
}

/** The Studio's player. */
const shown: ShownPlayer = {
  read: () => ({ time: playhead.time, isPlaying: !playhead.isPaused }),
  watch: (tell) => subscribe(playhead, tell, true),
  ...{ seek, pause, toggle: togglePlay },
};

/** What the editor of subtitles works on: those of a layer. */
export function useLayerHost(project: Project, { id, cues, at = 0 }: SubtitlesLayer): CueHost {
  const { start, end } = useMemo(() => spanOf(project, id), [project, id]) ?? { start: 0, end: 0 };
  const clock = useMemo(
    () => ({ toCues: (time: number) => time - start + at, toShown: (time: number) => time + start - at }),
    [start, at],
  );
  const player = useCuePlayer(shown, clock);
  return useMemo(
    () => ({
      ...{ cues, player, endStep, fps: FPS, undo: undoChange, redo: redoChange },
      duration: end - start + at,
      name: project.name ?? '',
      change: (edit, step) => changeCues(id, edit, step),
      open: (screen) => openOver(screen === 'transcribe' ? 'subtitles/transcribe' : screen),
    }),
    [id, cues, player, start, end, at, project.name],
  );
}

/** Changes the subtitles of a layer. @returns the list as it is then. */
export function changeCues(
  layerId: string,
  edit: (cues: readonly Cue[]) => readonly Cue[],
  step?: string,
): readonly Cue[] {
  change((project) => changeLayerCues(project, layerId, edit), step);
  const layer = findLayer(studio.project, layerId)?.layer;
  return layer?.type === 'subtitles' ? layer.cues : [];
}
