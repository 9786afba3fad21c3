import { useEffect, useState } from 'react';
import type { SavedHead } from '../state/database.ts';

/** The small picture of a project or of a version; an empty box where there is none. */
export function ProjectPicture({ thumbnail, width, height }: Pick<SavedHead, 'thumbnail' | 'width' | 'height'>) {
  const picture = useObjectUrl(thumbnail);
  return (
    <span className="project-picture">
      {picture && <img src={picture} alt="" style={{ aspectRatio: `${width} / ${height}` }} />}
    </span>
  );
}

/** A picture's address, once it can be shown: the one before stays until then, and none is taken back while it loads. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return setUrl(undefined);
    let ended = false;
    const made = URL.createObjectURL(blob);
    const image = new Image();
    image.src = made;
    const ready = image.decode().catch(() => undefined);
    void ready.then(() => !ended && setUrl(made));
    return () => {
      ended = true;
      void ready.then(() => URL.revokeObjectURL(made));
    };
  }, [blob]);
  return url;
}
