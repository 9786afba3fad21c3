import type { RefObject } from 'react';
import { useSnapshot } from 'valtio';
import type { Box, Size } from '../../../engine/layout/box.ts';
import { place } from '../../state/place.ts';
import { screenOf } from '../screens.ts';
import { studio } from '../state/studio.ts';
import { live } from './live.ts';
import { SelectionBox } from './SelectionBox.tsx';
import { scaledBox, turnOf } from './screenBox.ts';
import type { StageContent } from './useShownLayers.ts';

interface Props {
  content: StageContent;
  /** CSS pixels per pixel of the canvas. */
  scale: number;
  isWriting: boolean;
  area: RefObject<HTMLElement | null>;
  sheet: RefObject<HTMLElement | null>;
}

/** The lines over the canvas: guides, the border of the background, what the mouse is over, what is selected. */
export function Overlay({ content, scale, isWriting, area, sheet }: Props) {
  const { hoveredId, layerId } = useSnapshot(live);
  const { screen } = useSnapshot(place);
  const { canvas, layers, selected } = content;
  const size = { width: canvas.width * scale, height: canvas.height * scale };
  const hovered = hoveredId !== selected?.id ? layers.find(({ id }) => id === hoveredId) : undefined;
  const isBackground = !selected && screenOf(screen)?.isBackground === true;
  return (
    <svg className="stage-overlay" {...size} aria-hidden="true">
      {isBackground && <rect className="stage-background-border" data-testid="background-border" {...size} />}
      {hovered && layerId === null && <Outline className="stage-hover" box={scaledBox(hovered.box, scale)} />}
      {selected && isWriting && <Outline className="stage-writing" box={scaledBox(selected.box, scale)} />}
      {selected && !isWriting && (
        <SelectionBox
          box={scaledBox(selected.box, scale)}
          canRotate={selected.canRotate}
          isHeld={layerId !== null}
          area={area}
          sheet={sheet}
        />
      )}
      <Guides size={size} scale={scale} />
    </svg>
  );
}

/** The red lines of what a gesture snapped to; new ones with each move. */
function Guides({ size, scale }: { size: Size; scale: number }) {
  const { guides } = useSnapshot(live);
  const { project } = useSnapshot(studio);
  if (!project.snapToGrid) return null;
  return guides.map(({ orientation, at, width }) => {
    const place = at * scale;
    const ends =
      orientation === 'horizontal'
        ? { x1: 0, x2: size.width, y1: place, y2: place }
        : { x1: place, x2: place, y1: 0, y2: size.height };
    return (
      <line
        key={`${orientation} ${at}`}
        className="snap-guide-line"
        data-testid="snap-guide"
        strokeWidth={width}
        {...ends}
      />
    );
  });
}

function Outline({ className, box }: { className: string; box: Box }) {
  const { x, y, width, height } = box;
  return <rect className={className} x={x} y={y} width={width} height={height} transform={turnOf(box)} />;
}
