import { later } from '../../state/later.ts';
import { showFailure } from '../../state/notices.ts';
import { notedHearing } from '../subtitles/hearingNote.ts';

/** Resumes waiting for a transcription that was requested before a reload. */
export function goOnHearing(): void {
  const noted = notedHearing();
  if (noted === null) return;
  later(() => import('../subtitles/hearScene.ts'))
    .then((part) => part.goOnHearing(noted))
    .catch(showFailure);
}
