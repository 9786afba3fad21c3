import { showError, showNote } from './notices.ts';

/** Copies a text to the clipboard and shows a note or an error. @param words note on success. */
export async function copyNoted(text: string, words: string): Promise<void> {
  if (await copyText(text)) showNote(words);
  else showError('This browser does not allow copying.');
}

/** Copies a text to the clipboard. @returns whether it succeeded. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Legacy API, the only one available over plain http in a local network. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}
