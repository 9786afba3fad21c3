import { ref } from 'valtio/vanilla';
import { setCrop } from '../../../engine/edit/crop.ts';
import { layerBox } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { type CropFrame, cropFrameOf, shapedFrame } from '../../../engine/layout/cropFrame.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { shownCanvas } from '../state/liveStage.ts';
import { change, endStep, studio } from '../state/studio.ts';
import { type CropShape, cropping, cropShapes } from './croppingState.ts';

/** The crop frame of a layer; undefined until the dimensions of its file are known. */
export function frameOf(layer: PictureLayer): CropFrame | undefined {
  const preview = shownCanvas()?.preview;
  const { width = layer.width, height = layer.height } = preview?.pictureOf(layer.id) ?? {};
  if (!width || !height) return undefined;
  const known = layer.position ? undefined : preview?.boxOf(layer.id);
  return cropFrameOf(layer, { width, height }, known ?? layerBox(layer, canvasSize(studio.project)));
}

/** Fixed aspect ratio (width / height) of the frame; undefined: free. */
export function ratioOf({ whole }: CropFrame, shape: CropShape): number | undefined {
  if (shape === 'original') return whole.width / whole.height;
  const found = cropShapes.find(({ id }) => id === shape);
  return found && 'ratio' in found ? found.ratio : undefined;
}

/** Sets the aspect ratio of the frame, which then stays fixed. */
export function chooseShape(layer: PictureLayer, shape: CropShape): void {
  cropping.shape = shape;
  const frame = frameOf(layer);
  const ratio = frame && ratioOf(frame, shape);
  if (frame && ratio !== undefined) applyCrop(layer.id, shapedFrame(frame, ratio));
}

/** @param name of the undo step; its own step by default. */
export function applyCrop(layerId: string, frame: CropFrame, name?: string): void {
  cropping.draft = null;
  change((project) => setCrop(project, layerId, frame), name);
}

/** Starts cropping a layer. @returns a function that ends it. */
export function startCropping(layerId: string): () => void {
  cropping.layerId = layerId;
  cropping.shape = 'free';
  cropping.draft = null;
  return () => {
    endStep();
    if (cropping.layerId !== layerId) return;
    cropping.layerId = null;
    cropping.draft = null;
  };
}

/** Sets the frame of a running drag; null for none. */
export function draftCrop(frame: CropFrame | null): void {
  cropping.draft = frame && ref(frame);
}
