import { showError, showNote } from '../state/notices.ts';
import { copyText } from './copyText.ts';

/** Copies a text to the clipboard and shows a note or an error. @param words note on success. */
export async function copyNoted(text: string, words: string): Promise<void> {
  if (await copyText(text)) showNote(words);
  else showError('This browser does not allow copying.');
}
