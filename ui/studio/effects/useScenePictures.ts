import { type RefObject, useEffect, useState } from 'react';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { Project } from '../../../engine/project/project.ts';
import { localUrlOf } from '../../client/media/mediaTable.ts';
import { queuePaint } from '../../player/paintQueue.ts';
import { paintScene } from '../../player/paintScene.ts';

/** Thumbnails of two scenes in equal size. */
export interface ScenePictures {
  before: HTMLCanvasElement;
  after: HTMLCanvasElement;
}

/** Maximum width and height of the thumbnails, in CSS pixels. */
const ROOM = { width: 104, height: 104 };

/** Thumbnails of a scene and the one before. They show the background colors until they are painted. */
export function useScenePictures(
  place: RefObject<HTMLElement | null>,
  project: Project,
  index: number,
): ScenePictures | undefined {
  const [pictures, setPictures] = useState<ScenePictures>();
  const [before, after] = [project.scenes[index - 1], project.scenes[index]];
  const { width, height } = canvasSize(project);
  // A change of the transition does not show in the pictures.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the pictures show counts.
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const shown = { before: blank(project, index - 1), after: blank(project, index) };
    // Previous thumbnails stay until new ones are painted.
    setPictures((known) => known ?? shown);
    const paint = async () => {
      await paintScene(shown.before, project, index - 1, localUrlOf, signal);
      await paintScene(shown.after, project, index, localUrlOf, signal);
      if (signal.aborted) return;
      setPictures({ ...shown });
      if (place.current) place.current.dataset.painted = '';
    };
    void queuePaint(paint, signal).catch(() => undefined);
    return () => ending.abort();
  }, [place, before, after?.layers, after?.background, width, height, index]);
  return pictures;
}

function blank(project: Project, index: number): HTMLCanvasElement {
  const size = canvasSize(project);
  const scale = Math.min(ROOM.width / size.width, ROOM.height / size.height) * Math.min(2, devicePixelRatio);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(size.width * scale));
  canvas.height = Math.max(1, Math.round(size.height * scale));
  const ctx = canvas.getContext('2d');
  if (!ctx) return canvas;
  ctx.fillStyle = project.scenes[index]?.background ?? '#ffffff';
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}
