import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Size } from '../../../engine/layout/box.ts';
import { drawnRatio } from '../../../engine/layout/canvasView.ts';
import { canvasView, setFit, zoomedOf } from '../state/canvasView.ts';
import { studio } from '../state/studio.ts';
import { bindZoom } from './bindZoom.ts';
import type { ScreenSize } from './useStageSize.ts';

/**
 * Delay after the last zoom before the canvas is redrawn at its new size, in milliseconds. Until then it is stretched.
 */
const REST_MS = 120;

/** The zoomed canvas on screen. */
export interface ZoomedSize extends ScreenSize {
  /** Offset from the fitted position, in CSS pixels. */
  left: number;
  top: number;
  isZoomed: boolean;
  /** The size and density at which the canvas is drawn. */
  drawn: ScreenSize;
}

/** The canvas on screen with zoom and pan applied. @param fit the fitted size. @param canvas pixels. */
export function useZoom(
  area: RefObject<HTMLElement | null>,
  fit: ScreenSize | undefined,
  canvas: Size,
): ZoomedSize | undefined {
  const view = useSnapshot(canvasView);
  const { projectId } = useSnapshot(studio);
  useEffect(() => (area.current ? bindZoom(area.current) : undefined), [area]);
  const { width, height, scale } = fit ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal size is no news.
  useLayoutEffect(() => {
    if (fit) setFit(fit);
  }, [width, height, scale]);
  const zoomed = zoomedOf(view as typeof canvasView, projectId);
  const shown = fit && zoomed ? { ...fit, ...sizeAt(canvas, zoomed.scale) } : fit;
  const drawn = useRested(shown, fit);
  if (!shown || !drawn) return undefined;
  const { x = 0, y = 0 } = zoomed ?? {};
  return { ...shown, left: Math.round(x), top: Math.round(y), isZoomed: zoomed !== undefined, drawn };
}

function sizeAt(canvas: Size, scale: number): { width: number; height: number; scale: number } {
  const width = Math.max(1, Math.round(canvas.width * scale));
  const height = Math.max(1, Math.round((width * canvas.height) / canvas.width));
  return { width, height, scale: width / canvas.width };
}

/** The size to draw at: immediately while the canvas fits, else after zooming has paused. */
function useRested(shown: ScreenSize | undefined, fit: ScreenSize | undefined): ScreenSize | undefined {
  const { width = 0, height = 0, scale = 1, pixelRatio = 1 } = shown ?? {};
  const isFit = shown === fit;
  const size = useMemo(() => ({ width, height, scale, pixelRatio }), [width, height, scale, pixelRatio]);
  const [rested, setRested] = useState(size);
  useEffect(() => {
    const timer = setTimeout(() => setRested(size), isFit ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [size, isFit]);
  if (!fit) return undefined;
  const now = isFit || rested.width === 0 ? size : rested;
  return { ...now, pixelRatio: drawnRatio(now, fit, fit.pixelRatio) };
}
