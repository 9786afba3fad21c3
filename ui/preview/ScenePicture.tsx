import { useEffect, useRef, useState } from 'react';
import { canvasSize } from '../../engine/layout/canvasSize.ts';
import type { Project } from '../../engine/project/project.ts';
import { ratioStyle } from '../components/ratioStyle.ts';
import { watchSight } from '../components/watchSight.ts';
import { later } from '../state/later.ts';
import type { UrlOf } from './paintScene.ts';
import { inTurn } from './queue.ts';
import '../style/stage.css';

interface Props {
  project: Project;
  /** From 0; default the first. */
  scene?: number;
  /** What the picture shows, for those who cannot see it; left out where text beside it says so. */
  label?: string;
  urlOf?: UrlOf;
  /** Changes when urlOf would answer otherwise. */
  mediaKey?: string;
  /** Called once the picture is painted. */
  onPainted?: () => void;
}

/** A picture of a scene, painted in this browser by the engine when it comes into view. Keeps its place meanwhile. */
export function ScenePicture({ project, scene = 0, label, urlOf = same, mediaKey = '', onPainted }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [painted, setPainted] = useState(false);
  const seen = useSeen(canvas);
  const { width, height } = canvasSize(project);

  // biome-ignore lint/correctness/useExhaustiveDependencies: mediaKey stands for urlOf, which is new at each call.
  useEffect(() => {
    const element = canvas.current;
    if (!seen || !element) return;
    const ending = new AbortController();
    const paint = async () => {
      const { paintScene } = await later(() => import('./paintScene.ts'));
      sharpen(element, width / height);
      await paintScene(element, project, scene, urlOf, ending.signal);
      if (ending.signal.aborted) return;
      setPainted(true);
      onPainted?.();
    };
    inTurn(paint, ending.signal).catch(() => undefined);
    return () => ending.abort();
  }, [seen, project, scene, mediaKey, width, height]);

  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <canvas
      ref={canvas}
      className="scene-picture fitted"
      data-painted={painted ? '' : undefined}
      style={ratioStyle({ width, height })}
      {...naming}
    />
  );
}

function same(url: string): string {
  return url;
}

/** As many pixels as the screen shows, and no more than 1600 a side. */
function sharpen(element: HTMLCanvasElement, ratio: number): void {
  const wide = Math.min(1600, 1600 * ratio, Math.max(2, element.clientWidth) * Math.min(2, devicePixelRatio));
  element.width = Math.round(wide);
  element.height = Math.max(1, Math.round(wide / ratio));
}

function useSeen(element: React.RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !element.current) return;
    return watchSight(element.current, (isSeen) => isSeen && setSeen(true), '200px');
  }, [seen, element]);
  return seen;
}
