import { showError, showNote } from '../state/notices.ts';
import { copyText } from './copyText.ts';

/** Puts a text on the clipboard, and says that it is there or cannot be. @param words what is said when it worked. */
export async function copyNoted(text: string, words: string): Promise<void> {
  if (await copyText(text)) showNote(words);
  else showError('This browser does not allow copying.');
}
