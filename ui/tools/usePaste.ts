import { useEffect, useRef } from 'react';

/** Takes files that are pasted anywhere on the page. */
export function usePaste(onFiles: (files: File[]) => void): void {
  const newest = useRef(onFiles);
  newest.current = onFiles;
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) newest.current(files);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);
}
