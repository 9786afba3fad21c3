import { closedFields, type OpenMedia } from './openMedia.ts';

/**
 * Opens a still image. Browsers apply its EXIF orientation (CSS image-orientation: from-image), in its natural size and
 * when drawing.
 */
export function openImage(address: string, onChange: () => void): OpenMedia {
  const image = new Image();
  let open = true;
  const media: OpenMedia = {
    ...closedFields('loading'),
    follow: () => {},
    close: () => {
      open = false;
      media.source = undefined;
      image.removeAttribute('src');
    },
  };
  const settle = (state: 'ready' | 'failed'): void => {
    if (!open) return;
    Object.assign(media, { state, settled: true, version: media.version + 1 });
    onChange();
  };
  // Without it an image of another origin would taint the canvas.
  image.crossOrigin = 'anonymous';
  image.src = address;
  image.decode().then(
    () => {
      if (open) Object.assign(media, { source: image, width: image.naturalWidth, height: image.naturalHeight });
      settle(image.naturalWidth > 0 ? 'ready' : 'failed');
    },
    () => settle('failed'),
  );
  return media;
}
