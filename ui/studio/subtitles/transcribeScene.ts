import * as z from 'zod';
import { cutCues } from '../../../engine/edit/cueCuts.ts';
import { addCues } from '../../../engine/edit/cues.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { withCuesFollowing } from '../../../engine/edit/followSpeech.ts';
import { newSubtitlesLayer } from '../../../engine/edit/layerCues.ts';
import { spokenProject } from '../../../engine/edit/spokenProject.ts';
import { setLayerFields } from '../../../engine/edit/style.ts';
import { newId } from '../../../engine/project/id.ts';
import type { SubtitlesLayer } from '../../../engine/project/layers.ts';
import { MAX_CUES } from '../../../engine/project/limits.ts';
import { type Project, project as projectSchema } from '../../../engine/project/project.ts';
import { toMilliseconds } from '../../../engine/project/roundTime.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import { runLength } from '../../../engine/timeline/durations.ts';
import { withProjectLayers } from '../../../engine/timeline/overlay.ts';
import { retimeCue } from '../../../engine/timeline/retimeCue.ts';
import type { LayerSpan } from '../../../engine/timeline/spans.ts';
import type { TimeSpan } from '../../../engine/timeline/timeSpans.ts';
import { place } from '../../app/place.ts';
import { resumeTranscribing, type TranscriptionRequest, transcription } from '../../client/subtitles/transcription.ts';
import { closeSheet, goTo, pathOf } from '../state/go.ts';
import { spanOf, subtitlesIn } from '../state/layerHost.ts';
import { changeProjectCues, changeSceneCues } from '../state/sceneCues.ts';
import { changeThroughout, studio } from '../state/studio.ts';
import { storePendingTranscription } from './pendingTranscription.ts';

/** The video to transcribe, its scene, and its language ('' if unknown). */
const sceneVideo = z.object({ sceneId: z.string(), videoId: z.string(), languageCode: z.string() });
type SceneVideo = z.infer<typeof sceneVideo>;

type Fields = Parameters<typeof setLayerFields<'subtitles'>>[3];

/**
 * Options of a transcription in the Studio. Its cues go to the scene of the video, even if another scene is selected by
 * then.
 */
export function transcriptionOptions(
  target: SceneVideo,
): Pick<TranscriptionRequest, 'of' | 'isStillNeeded' | 'land' | 'note'> {
  const { sceneId, videoId, languageCode } = target;
  return {
    of: sceneId,
    isStillNeeded: () => findLayer(studio.project, videoId) !== undefined,
    land: (edit, known) => {
      const id = land(target, edit([]));
      note(id, { ...known, ...(languageCode ? { languageCode } : {}) });
    },
    note: (fields) => {
      // A cancelled transcription must not be resumed after a reload.
      const { transcriptionId: id } = fields;
      storePendingTranscription(id === undefined ? undefined : JSON.stringify({ ...target, id }));
      const scene = studio.project.scenes.find((one) => one.id === sceneId);
      note(scene && subtitlesIn(studio.project, scene, studio.selectedLayerId)?.id, fields);
    },
  };
}

/** The id in `transcription` of a transcription of the project. */
const WHOLE = 'project';

/** The speech of a project as it is transcribed, see spokenProject, and its language ('' if unknown). */
const spoken = z.object({ speech: projectSchema, languageCode: z.string() });

/**
 * Options of a transcription of the project. Its cues go to the subtitles of the whole project. The project may have
 * been edited by then: the cues follow their speech.
 */
export function projectTranscriptionOptions(
  speech: Project,
  languageCode: string,
): Pick<TranscriptionRequest, 'of' | 'isStillNeeded' | 'land' | 'note'> {
  return {
    of: WHOLE,
    isStillNeeded: () => spokenProject(studio.project) !== undefined,
    land: (edit, known) => {
      const id = changeProjectCues((cues, own) => {
        const { layer, start } = own;
        const { at = 0 } = layer as SubtitlesLayer;
        const onClock = (time: number) => toMilliseconds(Math.max(0, time - start + at));
        const heard = cuesNow(speech, edit([]));
        return addCues(
          cues,
          heard.map((cue) => retimeCue(cue, onClock)),
        );
      });
      note(id, { ...known, ...(languageCode ? { languageCode } : {}) });
    },
    note: (fields) => {
      const { transcriptionId: id } = fields;
      storePendingTranscription(id === undefined ? undefined : JSON.stringify({ speech, languageCode, id }));
    },
  };
}

/** Moves cues that were heard in an earlier state of the project to where their speech is now. */
function cuesNow(speech: Project, heard: readonly Cue[]): readonly Cue[] {
  const layer: SubtitlesLayer = { ...newSubtitlesLayer(speech, newId), cues: [...heard] };
  const whole = (project: Project) => withProjectLayers(project, [layer, ...(project.layers ?? [])]);
  const [first] = withCuesFollowing(whole(speech), whole(studio.project), newId).layers ?? [];
  return first?.type === 'subtitles' ? first.cues : heard;
}

/** Returns from the transcription screen to the subtitle list, unless the user has left it. */
export function endTranscribing(): void {
  if (place.screen !== 'subtitles/transcribe') return;
  if (place.from === pathOf('subtitles')) closeSheet();
  else goTo('subtitles', { replace: true });
}

/** Resumes a transcription interrupted by a reload. @param noted the stored record. */
export async function resumeTranscription(noted: string): Promise<void> {
  if (transcription.of !== '') return;
  const stored: unknown = JSON.parse(noted);
  const { data: pending } = z.object({ id: z.string() }).safeParse(stored);
  const { data: ofScene } = sceneVideo.safeParse(stored);
  const { data: ofProject } = spoken.safeParse(stored);
  const options = ofScene
    ? transcriptionOptions(ofScene)
    : ofProject && projectTranscriptionOptions(ofProject.speech, ofProject.languageCode);
  if (!options || !pending) return storePendingTranscription(undefined);
  if (await resumeTranscribing(options, pending.id)) endTranscribing();
}

/** Stores the origin of subtitles, without an undo step. */
function note(id: string | undefined, fields: Fields): void {
  if (id !== undefined) changeThroughout((project) => setLayerFields(project, id, 'subtitles', fields));
}

/** Adds the transcribed cues at their times in the scene. */
function land({ sceneId, videoId }: SceneVideo, fileCues: readonly Cue[]): string | undefined {
  return changeSceneCues(sceneId, (cues, own) => {
    const video = spanOf(studio.project, videoId);
    return video ? addCues(cues, mapCuesToScene(fileCues, video, own)) : cues;
  });
}

/**
 * Maps cues transcribed from a video's file to the time of a subtitle layer: applies trim, speed, direction and loops.
 * Cues that play backwards lose their word times.
 * @param fileCues times in seconds of the file.
 * @returns at most as many cues as a layer can have.
 */
export function mapCuesToScene(
  fileCues: readonly Cue[],
  video: LayerSpan,
  subtitles: LayerSpan,
  makeId = newId,
): Cue[] {
  const { media } = video;
  const { layer, start, end } = subtitles;
  if (!media || media.end <= media.start || layer.type !== 'subtitles') return [];
  const spoken = cutCues(fileCues, [{ startTime: media.start, endTime: media.end }]);
  const { at: gone = 0 } = layer;
  const inside = { startTime: Math.max(start, video.start), endTime: Math.min(end, video.end) };
  const cues: Cue[] = [];
  for (const pass of passesOf(video, media)) {
    if (cues.length >= MAX_CUES) break;
    const shown = spoken.map((cue) => inPass(cue, pass)).filter((cue) => isWithin(cue, inside));
    const ownIds = cues.length === 0 ? shown : shown.map((cue) => ({ ...cue, id: makeId() }));
    cues.push(...(pass.isForwards ? ownIds : ownIds.toReversed()));
  }
  const onClock = (time: number) => toMilliseconds(Math.max(0, time - start + gone));
  return cues.slice(0, MAX_CUES).map((cue) => timed(cue, onClock));
}

/** One pass of a video over the kept span of its file, forwards or backwards. */
interface Pass {
  /** Start, in seconds of the whole video. */
  at: number;
  /** Duration in seconds. */
  length: number;
  /** Seconds of the file per second. */
  speed: number;
  isForwards: boolean;
}

function passesOf({ start, end }: LayerSpan, media: NonNullable<LayerSpan['media']>): Pass[] {
  const { speed, isReversed, isBoomeranged } = media;
  const length = (media.end - media.start) / speed;
  const runs = media.loops ? Math.min(MAX_CUES, Math.ceil((end - start) / runLength(media) - 1e-6)) : 1;
  const ways = isBoomeranged ? [!isReversed, isReversed] : [!isReversed];
  return Array.from({ length: runs }, (_, run) => run).flatMap((run) =>
    ways.map((isForwards, way) => ({ at: start + run * runLength(media) + way * length, length, speed, isForwards })),
  );
}

/** @param cue in seconds since the start of the kept span. */
function inPass(cue: Cue, { at, length, speed, isForwards }: Pass): Cue {
  if (isForwards) return timed(cue, (time) => at + time / speed);
  const { words: _, ...bare } = cue;
  const back = (time: number) => at + length - time / speed;
  return { ...bare, startTime: back(cue.endTime), endTime: back(cue.startTime) };
}

function timed(cue: Cue, to: (time: number) => number): Cue {
  const moved = <T extends TimeSpan>(times: T): T => ({
    ...times,
    startTime: to(times.startTime),
    endTime: to(times.endTime),
  });
  return { ...moved(cue), ...(cue.words ? { words: cue.words.map(moved) } : {}) };
}

/** Cues visible for less than this are dropped, in seconds. */
const LEAST = 0.01;

function isWithin(cue: TimeSpan, { startTime, endTime }: TimeSpan): boolean {
  return Math.min(cue.endTime, endTime) - Math.max(cue.startTime, startTime) >= LEAST;
}
