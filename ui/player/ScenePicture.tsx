import { useEffect, useRef, useState } from 'react';
import { canvasSize } from '../../engine/layout/canvasSize.ts';
import type { Project } from '../../engine/project/project.ts';
import { watchSight } from '../kit/hooks.ts';
import { ratioStyle } from '../kit/RatioFrame.tsx';
import { queuePaint } from './paintQueue.ts';
import type { UrlOf } from './paintScene.ts';
import '../kit/style/content.css';

interface Props {
  project: Project;
  /** Zero-based; default: the first. */
  scene?: number;
  /** Accessible name; omitted if adjacent text describes it. */
  label?: string;
  urlOf?: UrlOf;
  /** Must change when urlOf would return other results. */
  mediaKey?: string;
  /** Called once the scene is painted. */
  onPainted?: () => void;
}

/** Image of a scene, painted by the engine in this browser when it comes into view. Reserves its space meanwhile. */
export function ScenePicture({ project, scene = 0, label, urlOf = same, mediaKey = '', onPainted }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [painted, setPainted] = useState(false);
  const seen = useSeen(canvas);
  const { width, height } = canvasSize(project);

  // biome-ignore lint/correctness/useExhaustiveDependencies: mediaKey represents urlOf, which is a new function on each render.
  useEffect(() => {
    const element = canvas.current;
    if (!seen || !element) return;
    const ending = new AbortController();
    const paint = async () => {
      const { paintScene } = await import('./paintScene.ts');
      sharpen(element, width / height);
      await paintScene(element, project, scene, urlOf, ending.signal);
      if (ending.signal.aborted) return;
      setPainted(true);
      onPainted?.();
    };
    queuePaint(paint, ending.signal).catch(() => undefined);
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

/** Sets the canvas size to the display resolution, at most 1600 pixels per side. */
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
