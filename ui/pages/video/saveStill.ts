import { saveBlob } from '../../components/saveFile.ts';

/**
 * Saves the frame that a player shows as a PNG, in the video's size. Before playback, that is the poster, an image of
 * the same size.
 * @throws Error if there is no frame, or the browser cannot create the file.
 */
export async function saveStill(player: HTMLVideoElement, name: string): Promise<void> {
  const picture = isUntouched(player) ? await load(player.poster) : await shownFrame(player);
  const canvas = document.createElement('canvas');
  canvas.width = player.videoWidth || (picture as HTMLImageElement).naturalWidth;
  canvas.height = player.videoHeight || (picture as HTMLImageElement).naturalHeight;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('No image.');
  saveBlob(`${name}.png`, blob);
}

/** Returns whether the player still shows its poster: neither played nor seeked. */
function isUntouched({ poster, played, currentTime }: HTMLVideoElement): boolean {
  return poster !== '' && played.length === 0 && currentTime === 0;
}

async function load(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

/** Waits for the frame of a player that was seeked before it had loaded. */
async function shownFrame(player: HTMLVideoElement): Promise<HTMLVideoElement> {
  if (player.error) throw player.error;
  if (player.readyState < player.HAVE_CURRENT_DATA || player.seeking) {
    await new Promise((resolve, reject) => {
      for (const name of ['seeked', 'loadeddata']) player.addEventListener(name, resolve, { once: true });
      player.addEventListener('error', reject, { once: true });
    });
  }
  return player;
}
