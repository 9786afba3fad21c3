import { useEffect, useRef } from 'react';
import { isWebAddress } from '../../engine/project/pastedUrl.ts';

/** Takes files that are pasted anywhere on the page, and a link that is pasted where nobody writes. */
export function usePaste(onFiles: (files: File[]) => void, onLink: (pasted: string) => void): void {
  const newest = useRef({ onFiles, onLink });
  newest.current = { onFiles, onLink };
  useEffect(() => {
    const paste = ({ clipboardData, target }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) return newest.current.onFiles(files);
      const text = clipboardData?.getData('text/plain') ?? '';
      const isWriting = target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
      if (!isWriting && isWebAddress(text)) newest.current.onLink(text);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);
}
