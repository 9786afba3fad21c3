/** sessionStorage key of the pending transcription. */
const KEY = 'cutroom-hearing';

/** The pending transcription of this tab; null if there is none. */
export function pendingTranscription(): string | null {
  return sessionStorage.getItem(KEY);
}

/** Stores the pending transcription, to resume it after a reload; undefined removes it. */
export function storePendingTranscription(note: string | undefined): void {
  if (note === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, note);
}
