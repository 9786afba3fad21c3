import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Size } from '../../../engine/layout/box.ts';
import { drawnRatio } from '../../../engine/layout/canvasView.ts';
import { studio } from '../state/studio.ts';
import { bindZoom } from './bindZoom.ts';
import { canvasView, takeFit, zoomedOf } from './canvasView.ts';
import type { ScreenSize } from './useStageSize.ts';

/** How long a zoom must have rested before the canvas is drawn for it, milliseconds; until then its pixels are stretched. */
const REST_MS = 120;

/** The canvas on screen as it is looked at. */
export interface ZoomedSize extends ScreenSize {
  /** From where it fits to where it is, CSS pixels. */
  left: number;
  top: number;
  isZoomed: boolean;
  /** The size and density that it is drawn with. */
  drawn: ScreenSize;
}

/** The canvas on screen, zoomed and panned as it is looked at. @param fit as it fits its place. @param canvas pixels. */
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
    if (fit) takeFit(fit);
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

/** What is drawn of a size: at once where the canvas fits, else once the zoom has rested. */
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
