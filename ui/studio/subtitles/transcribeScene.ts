import * as z from 'zod';
import { addCues } from '../../../engine/edit/cues.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { setLayerFields } from '../../../engine/edit/style.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import { place } from '../../state/place.ts';
import { resumeTranscribing, type TranscriptionRequest, transcription } from '../../subtitles/transcription.ts';
import { closeSheet, goTo, pathOf } from '../state/go.ts';
import { changeThroughout, studio } from '../state/studio.ts';
import { spanOf, subtitlesIn } from './layerHost.ts';
import { mapCuesToScene } from './mapCuesToScene.ts';
import { storePendingTranscription } from './pendingTranscription.ts';
import { changeSceneCues } from './sceneCues.ts';

/** The video to transcribe, its scene, and its language ('' if unknown). */
const heardVideo = z.object({ sceneId: z.string(), videoId: z.string(), languageCode: z.string() });
type HeardVideo = z.infer<typeof heardVideo>;

type Fields = Parameters<typeof setLayerFields<'subtitles'>>[3];

/**
 * Options of a transcription in the Studio. Its cues go to the scene of the video, even if another scene is selected by
 * then.
 */
export function transcriptionOptions(
  heard: HeardVideo,
): Pick<TranscriptionRequest, 'of' | 'isWanted' | 'land' | 'note'> {
  const { sceneId, videoId, languageCode } = heard;
  return {
    of: sceneId,
    isWanted: () => findLayer(studio.project, videoId) !== undefined,
    land: (edit, known) => {
      const id = land(heard, edit([]));
      note(id, { ...known, ...(languageCode ? { languageCode } : {}) });
    },
    note: (fields) => {
      // A cancelled transcription must not be resumed after a reload.
      const { transcriptionId: id } = fields;
      storePendingTranscription(id === undefined ? undefined : JSON.stringify({ ...heard, id }));
      const scene = studio.project.scenes.find((one) => one.id === sceneId);
      note(scene && subtitlesIn(scene, studio.selectedLayerId)?.id, fields);
    },
  };
}

/** Returns from the transcription screen to the subtitle list, unless the user has left it. */
export function endTranscribing(): void {
  if (place.screen !== 'subtitles/transcribe') return;
  if (place.from === pathOf('subtitles')) closeSheet();
  else goTo('subtitles', { replace: true });
}

/** Resumes a transcription interrupted by a reload. @param noted the stored record. */
export async function goOnHearing(noted: string): Promise<void> {
  if (transcription.of !== '') return;
  const read = heardVideo.extend({ id: z.string() }).safeParse(JSON.parse(noted));
  if (!read.success) return storePendingTranscription(undefined);
  if (await resumeTranscribing(transcriptionOptions(read.data), read.data.id)) endTranscribing();
}

/** Stores the origin of subtitles, without an undo step. */
function note(id: string | undefined, fields: Fields): void {
  if (id !== undefined) changeThroughout((project) => setLayerFields(project, id, 'subtitles', fields));
}

/** Adds the transcribed cues at their times in the scene. */
function land({ sceneId, videoId }: HeardVideo, heard: readonly Cue[]): string | undefined {
  return changeSceneCues(sceneId, (cues, own) => {
    const video = spanOf(studio.project, videoId);
    return video ? addCues(cues, mapCuesToScene(heard, video, own)) : cues;
  });
}
