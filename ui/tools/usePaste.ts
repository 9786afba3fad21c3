import { useEffect, useRef } from 'react';
import { messages } from '../../engine/project/messages.ts';
import { isWebAddress } from '../../engine/project/pastedUrl.ts';
import { showNote } from '../state/notices.ts';

/** Handles files pasted anywhere on the page and links pasted outside of fields. Shows a note for other text there. */
export function usePaste(onFiles: (files: File[]) => void, onLink: (pasted: string) => void): void {
  const newest = useRef({ onFiles, onLink });
  newest.current = { onFiles, onLink };
  useEffect(() => {
    const paste = ({ clipboardData, target }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) return newest.current.onFiles(files);
      const text = clipboardData?.getData('text/plain') ?? '';
      const isWriting = target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
      if (isWriting || text.trim() === '') return;
      if (isWebAddress(text)) newest.current.onLink(text);
      else showNote(messages.noLink);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);
}
