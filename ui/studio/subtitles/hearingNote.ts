/** Under which name a tab notes the transcription that it waits for. */
const KEY = 'cutroom-hearing';

/** What this tab noted of the transcription that it waits for; null: it waits for none. */
export function notedHearing(): string | null {
  return sessionStorage.getItem(KEY);
}

/** Notes it for the time after a reload; undefined: none is waited for. */
export function noteHearing(note: string | undefined): void {
  if (note === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, note);
}
