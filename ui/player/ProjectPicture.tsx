import { useEffect, useState } from 'react';
import type { SavedHead } from '../client/store/database.ts';

type Head = Pick<SavedHead, 'thumbnail' | 'width' | 'height'>;

/** Thumbnail of a project or version; an empty card of its aspect ratio if it has none. */
export function ProjectPicture({ thumbnail, width, height }: Head) {
  const picture = useObjectUrl(thumbnail);
  return (
    <span className="center project-picture">
      {picture ? (
        <img src={picture} alt="" style={{ aspectRatio: `${width} / ${height}` }} />
      ) : (
        !thumbnail && <EmptySheet width={width} height={height} />
      )}
    </span>
  );
}

/** Empty card with a play icon that has the same size for all aspect ratios. */
function EmptySheet({ width, height }: Omit<Head, 'thumbnail'>) {
  const unit = Math.min(Math.max(width / 4, height / 3) / 3, width / 2, height / 2);
  return (
    <svg className="fill project-sheet" viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`} aria-hidden="true">
      <rect x={-width / 2} y={-height / 2} width={width} height={height} rx={unit / 4} />
      <path d="M-.7-1 1 0-.7 1Z" transform={`scale(${unit})`} />
    </svg>
  );
}

/**
 * Returns the object URL of an image once decoded. The previous one stays until then; none is revoked while it loads.
 */
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
