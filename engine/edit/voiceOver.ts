import { OVERLAY_ID } from '../project/allLayers.ts';
import type { MakeId } from '../project/id.ts';
import { audioLayer, type ProjectLayer } from '../project/layers.ts';
import { MAX_CUSTOM_SECONDS } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { toMilliseconds } from '../project/roundTime.ts';
import { hasTimedVideo, totalDuration } from '../timeline/durations.ts';
import { type SceneSpan, sceneSpans } from '../timeline/spans.ts';
import { findLayer, withScene } from './find.ts';
import { addLayer } from './layers.ts';

/** A recording and its time. */
export interface VoiceRecording {
  url: string;
  /** In seconds. */
  duration: number;
  /** Start, in seconds of the whole video. */
  at: number;
}

/** The project with a recording. */
export interface RecordedProject {
  project: Project;
  /** Id of its layer; undefined if it could not be added. */
  layerId: string | undefined;
  /** Length of its inaudible end, because the video is over, in seconds. */
  unheard: number;
}

/**
 * Adds a recording at its time: an audio layer in the scene in which it began. If it continues in further scenes, it is a
 * layer of the whole project that follows that scene, so that it stays in one piece. A last scene with a chosen length
 * grows.
 */
export function addVoiceOver(project: Project, recording: VoiceRecording, makeId: MakeId): RecordedProject {
  const { url, duration, at } = recording;
  const spans = sceneSpans(project);
  const index = spans.findIndex(({ end }) => at < end);
  const { scene, start, end } = spans.at(index) as SceneSpan;
  const isLong = index >= 0 && index < spans.length - 1 && at + duration > end + 1e-6;
  const from = toMilliseconds(at - start);
  const layer = audioLayer.parse(
    { id: makeId(), type: 'audio', url, duration, ...(from > 0 ? { from } : {}) },
    { jitless: true },
  );
  const added = isLong
    ? addLayer(project, OVERLAY_ID, { ...layer, anchor: scene.id, from: at } as ProjectLayer)
    : addLayer(project, scene.id, layer);
  const next = withRoom(added, recording);
  return {
    project: next,
    layerId: findLayer(next, layer.id)?.layer.id,
    unheard: Math.max(0, at + duration - totalDuration(next)),
  };
}

/** Extends a last scene with a chosen length to the end of the recording. */
function withRoom(project: Project, { at, duration }: VoiceRecording): Project {
  const span = sceneSpans(project).at(-1);
  if (!span || hasTimedVideo(span.scene) || span.scene.duration <= 0) return project;
  const needed = Math.min(MAX_CUSTOM_SECONDS, Math.ceil((at + duration - span.start) * 100) / 100);
  if (needed <= span.scene.duration) return project;
  return withScene(project, span.scene.id, (scene) => ({ ...scene, duration: needed }));
}
