import { loadWithSchemas } from '../../state/loadWithSchemas.ts';
import { showFailure } from '../../state/notices.ts';
import { pendingTranscription } from '../subtitles/pendingTranscription.ts';

/** Resumes waiting for a transcription that was requested before a reload. */
export function resumePendingTranscription(): void {
  const noted = pendingTranscription();
  if (noted === null) return;
  loadWithSchemas(() => import('../subtitles/transcribeScene.ts'))
    .then((part) => part.goOnHearing(noted))
    .catch(showFailure);
}
