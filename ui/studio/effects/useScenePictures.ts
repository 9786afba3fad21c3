import { type RefObject, useEffect, useState } from 'react';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { Project } from '../../../engine/project/project.ts';
import { paintScene } from '../../preview/paintScene.ts';
import { inTurn } from '../../preview/queue.ts';
import { localUrlOf } from '../store/mediaTable.ts';

/** Two scenes as pictures of the same size. */
export interface ScenePictures {
  before: HTMLCanvasElement;
  after: HTMLCanvasElement;
}

/** Largest width and height of the pictures, CSS pixels. */
const ROOM = { width: 104, height: 104 };

/** Pictures of a scene and the one before; until they are painted they show the scenes' colours. */
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
    const paint = async () => {
      const made = [index - 1, index].map((at) => blank(project, at)) as [HTMLCanvasElement, HTMLCanvasElement];
      const shown = { before: made[0], after: made[1] };
      setPictures(shown);
      for (const [i, canvas] of made.entries()) await paintScene(canvas, project, index - 1 + i, localUrlOf, signal);
      if (!signal.aborted) setPictures({ ...shown });
    };
    void inTurn(paint, signal).catch(() => undefined);
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
