import type { MakeId } from '../project/id.ts';
import { type AudioLayer, audioLayer } from '../project/layers.ts';
import { MAX_CUSTOM_SECONDS, MIN_TRIM_SECONDS } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { hasTimedVideo, totalDuration } from '../timeline/durations.ts';
import { type SceneSpan, sceneSpans } from '../timeline/spans.ts';
import { withScene } from './find.ts';
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
  /** Id of its first layer; undefined if none could be added. */
  layerId: string | undefined;
  /** Length of its inaudible end, because the video is over, in seconds. */
  unheard: number;
}

/**
 * Adds a recording at its time: an audio layer in the scene in which it began, and one in each further scene that it
 * covers. A last scene with a chosen length grows. Parts under 1 s in further scenes are dropped.
 */
export function addVoiceOver(project: Project, recording: VoiceRecording, makeId: MakeId): RecordedProject {
  const spans = sceneSpans(project);
  const last = spans.length - 1;
  const first = spans.findIndex(({ end }, index) => recording.at < end || index === last);
  let next = project;
  let layerId: string | undefined;
  for (const span of spans.slice(first)) {
    const layer = partIn(span, recording, span.sceneIndex === last, makeId);
    if (!layer) continue;
    next = addLayer(next, span.scene.id, layer);
    layerId ??= layer.id;
  }
  next = withRoom(next, recording);
  return { project: next, layerId, unheard: Math.max(0, recording.at + recording.duration - totalDuration(next)) };
}

/** Returns the part of a recording in a scene. */
function partIn(
  { start, end }: SceneSpan,
  recording: VoiceRecording,
  isLast: boolean,
  makeId: MakeId,
): AudioLayer | undefined {
  const from = Math.max(recording.at, start);
  const skipped = from - recording.at;
  if (recording.duration - skipped < (skipped > 0 ? MIN_TRIM_SECONDS : Number.EPSILON)) return undefined;
  const trim = skipped > 0 ? { isTrimmed: true, startTime: skipped, endTime: recording.duration } : {};
  return audioLayer.parse(
    {
      id: makeId(),
      type: 'audio',
      url: recording.url,
      duration: recording.duration,
      ...trim,
      ...(from > start ? { from: toMilliseconds(from - start) } : {}),
      ...(!isLast && recording.at + recording.duration > end ? { to: toMilliseconds(end - start) } : {}),
    },
    { jitless: true },
  );
}

/** Extends a last scene with a chosen length to the end of the recording. */
function withRoom(project: Project, { at, duration }: VoiceRecording): Project {
  const span = sceneSpans(project).at(-1);
  if (!span || hasTimedVideo(span.scene) || span.scene.duration <= 0) return project;
  const needed = Math.min(MAX_CUSTOM_SECONDS, Math.ceil((at + duration - span.start) * 100) / 100);
  if (needed <= span.scene.duration) return project;
  return withScene(project, span.scene.id, (scene) => ({ ...scene, duration: needed }));
}

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
