import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Size } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { localUrlOf, mediaTable } from '../../client/media/mediaTable.ts';
import { pictureKey } from '../../client/media/stills.ts';
import { watchSight } from '../../kit/hooks.ts';
import { queuePaint } from '../../player/paintQueue.ts';
import { paintScene } from '../../player/paintScene.ts';

interface Props {
  /** May be outdated in parts that this scene does not show. */
  project: Project;
  scene: Scene;
  /** Index from 0. */
  index: number;
}

/** Delay before the thumbnail is repainted after a change, in milliseconds. */
const REST_MS = 250;
/** Maximum size of a thumbnail in the list, in CSS pixels. */
const ROOM = { width: 184, height: 90 };

/**
 * A thumbnail of a scene, drawn by the painters. Painted only while visible. The old one stays until the new one is
 * finished, so that nothing flickers.
 */
export function SceneThumb({ project, scene, index }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isSeen = useIsSeen(canvas);
  const table = useSnapshot(mediaTable);
  // Changes if files or stills become available or disappear, but not with upload progress.
  const files = [...scene.layers, ...(project.layers ?? [])]
    .map((layer) => ('url' in layer ? pictureKey(table, layer.url) : ''))
    .join(' ');
  const { width, height } = canvasSize(project);
  const alone = useAlone(project, scene, index);
  const hasPicture = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: files stands for localUrlOf's answers.
  useEffect(() => {
    if (!isSeen) return;
    const ending = new AbortController();
    const paint = async () => {
      await paintOver(canvas.current, alone, index, ending.signal);
      hasPicture.current = true;
    };
    const timer = setTimeout(
      () => void queuePaint(paint, ending.signal).catch(() => undefined),
      hasPicture.current ? REST_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [isSeen, alone, files]);
  const scale = scaleOf({ width, height });
  return <canvas ref={canvas} className="scene-thumb" style={{ width: width * scale, height: height * scale }} />;
}

/** The project, with stable identity unless something that this scene shows has changed. */
function useAlone(project: Project, scene: Scene, index: number): Project {
  const { width, height, output, watermark, layers } = project;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other scenes and settings do not show in this picture.
  return useMemo(() => project, [scene, index, width, height, output.type, watermark, layers]);
}

/** Paints on a separate canvas, then replaces the visible one. */
async function paintOver(
  canvas: HTMLCanvasElement | null,
  project: Project,
  index: number,
  signal: AbortSignal,
): Promise<void> {
  const size = canvasSize(project);
  const scale = scaleOf(size) * Math.min(2, devicePixelRatio);
  const aside = document.createElement('canvas');
  aside.width = Math.max(1, Math.round(size.width * scale));
  aside.height = Math.max(1, Math.round(size.height * scale));
  await paintScene(aside, project, index, localUrlOf, signal);
  if (signal.aborted || !canvas) return;
  canvas.width = aside.width;
  canvas.height = aside.height;
  canvas.getContext('2d')?.drawImage(aside, 0, 0);
  canvas.dataset.painted = '';
}

function scaleOf({ width, height }: Size): number {
  return Math.min(ROOM.width / width, ROOM.height / height);
}

function useIsSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => (element.current ? watchSight(element.current, setIsSeen, '200px') : undefined), [element]);
  return isSeen;
}
