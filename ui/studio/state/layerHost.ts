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
import { useCuePlayer } from '../../subtitles/cuePlayer.ts';
import { openSheet } from './go.ts';
import { pause, playhead, seek, togglePlay } from './playback.ts';
import { change, endStep, layersIn, redoChange, sceneOf, studio, undoChange } from './studio.ts';

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

/** Connects the subtitle editor to a layer. */
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
      open: (screen) => openSheet(screen === 'transcribe' ? 'subtitles/transcribe' : screen),
    }),
    [id, cues, player, start, end, at, project.name],
  );
}

/** Changes the cues of a layer. @returns the resulting cues. */
export function changeCues(
  layerId: string,
  edit: (cues: readonly Cue[]) => readonly Cue[],
  step?: string,
): readonly Cue[] {
  change((project) => changeLayerCues(project, layerId, edit), step);
  const layer = findLayer(studio.project, layerId)?.layer;
  return layer?.type === 'subtitles' ? layer.cues : [];
}
