import { ref } from 'valtio/vanilla';
import { setCrop } from '../../../engine/edit/crop.ts';
import { layerBox } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { type CropFrame, cropFrameOf, shapedFrame } from '../../../engine/layout/cropFrame.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { shownCanvas } from '../stage/shownCanvas.ts';
import { change, endStep, studio } from '../state/studio.ts';
import { type CropShape, cropping, cropShapes } from './croppingState.ts';

/** The frame of a layer as the project has it; undefined while the size of its file is not known. */
export function frameOf(layer: PictureLayer): CropFrame | undefined {
  const preview = shownCanvas()?.preview;
  const { width = layer.width, height = layer.height } = preview?.pictureOf(layer.id) ?? {};
  if (!width || !height) return undefined;
  const known = layer.position ? undefined : preview?.boxOf(layer.id);
  return cropFrameOf(layer, { width, height }, known ?? layerBox(layer, canvasSize(studio.project)));
}

/** Width by height that a frame keeps; undefined: any. */
export function ratioOf({ whole }: CropFrame, shape: CropShape): number | undefined {
  if (shape === 'original') return whole.width / whole.height;
  const found = cropShapes.find(({ id }) => id === shape);
  return found && 'ratio' in found ? found.ratio : undefined;
}

/** Gives the frame a shape, which it keeps when it is pulled. */
export function chooseShape(layer: PictureLayer, shape: CropShape): void {
  cropping.shape = shape;
  const frame = frameOf(layer);
  const ratio = frame && ratioOf(frame, shape);
  if (frame && ratio !== undefined) applyCrop(layer.id, shapedFrame(frame, ratio));
}

/** @param name of the step of undo that it belongs to; a step by itself unless given. */
export function applyCrop(layerId: string, frame: CropFrame, name?: string): void {
  cropping.draft = null;
  change((project) => setCrop(project, layerId, frame), name);
}

/** Begins to crop a layer. @returns ends it. */
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

/** Notes where a pointer has pulled the frame to; null: nowhere. */
export function draftCrop(frame: CropFrame | null): void {
  cropping.draft = frame && ref(frame);
}
