import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Size } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { stageSize } from '../../../engine/layout/stageSize.ts';
import { QualitySign } from '../../player/QualitySign.tsx';
import { playhead } from '../state/playback.ts';
import { studio } from '../state/studio.ts';
import { useStagePreview } from './useStagePreview.ts';
import type { ScreenSize } from './useStageSize.ts';

/** The canvas without margins, as large as its container allows. */
export function CanvasPreview() {
  const place = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const { project } = useSnapshot(studio);
  const size = useFit(place, canvasSize(project));
  useStagePreview(sheet, size);
  return (
    <div className="center canvas-preview" ref={place} role="img" aria-label="Preview">
      <div className="stage-sheet" ref={sheet} style={{ width: size?.width, height: size?.height }}>
        <StageQuality />
      </div>
    </div>
  );
}

function useFit(place: RefObject<HTMLElement | null>, canvas: Size): ScreenSize | undefined {
  const [room, setRoom] = useState<Size>();
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  if (!room) return undefined;
  return { ...stageSize(room, canvas, { aside: 0, margins: false, frameHeight: 0 }), pixelRatio: devicePixelRatio };
}

/** Shows a sign on the canvas while playback uses a reduced resolution. */
export function StageQuality() {
  return <QualitySign share={useSnapshot(playhead).quality} />;
}
