import { isPicture } from '../kinds/families.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import { boxOfFrame, type CropFrame, cropOfFrame } from '../layout/cropFrame.ts';
import { type Crop, crop, MIN_CROP } from '../project/crop.ts';
import type { PictureLayer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { withLayer } from './find.ts';
import { withFollowingKeyframes } from './keyframePlaces.ts';
import { positionOf } from './percent.ts';

/** Tolerance at the edges, as a share of the image, below which nothing is cropped. */
const nearEdge = 1e-4;

/**
 * Crops an image or video to a frame and moves the layer to the frame's place. The file stays whole. Does nothing for a
 * locked layer.
 */
export function setCrop(project: Project, layerId: string, frame: CropFrame): Project {
  const cropped = withLayer(project, layerId, (layer) => {
    if (!isPicture(layer) || layer.isLocked) return layer;
    const position = { ...layer.position, ...positionOf(boxOfFrame(frame), canvasSize(project)) };
    return { ...withCrop(layer, roundedCrop(cropOfFrame(frame, layer))), position };
  });
  return withFollowingKeyframes(project, cropped);
}

function withCrop(layer: PictureLayer, chosen: Crop | undefined): PictureLayer {
  const { crop: _, ...whole } = layer;
  return chosen ? { ...whole, crop: chosen } : whole;
}

/** Rounds shares to six decimals inside the image; undefined for the whole of it. */
function roundedCrop(chosen: Crop): Crop | undefined {
  const [x, width] = roundedSide(chosen.x, chosen.width);
  const [y, height] = roundedSide(chosen.y, chosen.height);
  const isWhole = width > 1 - nearEdge && height > 1 - nearEdge;
  return isWhole ? undefined : crop.parse({ x, y, width, height }, { jitless: true });
}

function roundedSide(start: number, length: number): [start: number, length: number] {
  const round = (share: number) => Math.round(share * 1e6) / 1e6;
  const side = Math.min(1, Math.max(MIN_CROP, round(length)));
  return [Math.min(round(1 - side), Math.max(0, round(start))), side];
}
