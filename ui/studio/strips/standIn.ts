import { type NearbyPicture, NearbyPictures } from '../../../engine/browser/media/nearbyPictures.ts';
import { filmstrips } from './strips.ts';

/** For media pools: shows the nearest thumbnail of a video after a seek, until the frame itself is decoded. */
export const standIn = (url: string) => new NearbyPictures((time) => nearestOf(filmstrips.picturesOf(url), time));

function nearestOf(pictures: readonly NearbyPicture[], time: number): NearbyPicture | undefined {
  const far = (picture: NearbyPicture) => Math.abs(picture.time - time);
  let nearest: NearbyPicture | undefined;
  for (const picture of pictures) if (!nearest || far(picture) < far(nearest)) nearest = picture;
  return nearest;
}
