import type { RefObject } from 'react';
import { useSnapshot } from 'valtio';
import type { ShownLayer } from '../../../engine/browser/gestures/stageLayers.ts';
import { isLine } from '../../../engine/kinds/shape.ts';
import type { Box, Size } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import { boundsAround } from '../../../engine/layout/rect.ts';
import { coveredByApps, safeAreas } from '../../../engine/layout/safeAreas.ts';
import { place } from '../../app/place.ts';
import { screenOf } from '../../app/screens.ts';
import { aids, live } from '../state/liveStage.ts';
import { studio } from '../state/studio.ts';
import { rotationTransform, SelectionBox, scaledBox } from './SelectionBox.tsx';
import type { StageContent } from './useShownLayers.ts';

interface Props {
  content: StageContent;
  /** CSS pixels per pixel of the canvas. */
  scale: number;
  isWriting: boolean;
  /** While cropping, the selected layer is outlined by the crop editor. */
  isCropping: boolean;
  area: RefObject<HTMLElement | null>;
  sheet: RefObject<HTMLElement | null>;
}

/** Lines over the canvas: guides, the border of the background, outlines of the hovered and selected layers. */
export function Overlay({ content, scale, isWriting, isCropping, area, sheet }: Props) {
  const { hoveredId, boxes, marquee } = useSnapshot(live);
  const { screen } = useSnapshot(place);
  const { canvas, layers, selected, several } = content;
  const isDragging = boxes.size > 0;
  const size = { width: canvas.width * scale, height: canvas.height * scale };
  const isSelected = (id: string) => id === selected?.id || several.some((one) => one.id === id);
  const hovered = layers.find(({ id }) => id === hoveredId && !isSelected(id));
  const isBackground = !selected && several.length === 0 && screenOf(screen)?.isBackground === true;
  return (
    <svg className="cover stage-overlay" {...size} aria-hidden="true">
      <Grid canvas={canvas} scale={scale} />
      <SafeAreas canvas={canvas} scale={scale} />
      {isBackground && <rect className="stage-background-border" data-testid="background-border" {...size} />}
      {hovered && !isDragging && !marquee && (
        <Outline className="stage-hover" box={scaledBox(outlineOf(hovered), scale)} />
      )}
      {selected && isWriting && <Outline className="stage-writing" box={scaledBox(selected.box, scale)} />}
      {selected && !isWriting && !isCropping && (
        <SelectionBox
          box={scaledBox(outlineOf(selected), scale)}
          isLine={isLine(selected.layer)}
          canRotate={selected.canRotate}
          isDragging={isDragging}
          isLocked={selected.isLocked === true}
          area={area}
          sheet={sheet}
        />
      )}
      {several.length > 0 && <Several shown={several} scale={scale} />}
      {marquee && <Marquee {...marquee} layers={layers} scale={scale} />}
      <Guides size={size} scale={scale} />
    </svg>
  );
}

/** Outlines of the layers selected together, and of their bounding box. */
function Several({ shown, scale }: { shown: readonly ShownLayer[]; scale: number }) {
  const around = scaledBox({ ...boundsAround(shown.map(outlineOf)), rotation: 0 }, scale);
  return (
    <g className="stage-several" data-testid="several">
      {shown.map((one) => (
        <Outline key={one.id} className="stage-several-one" box={scaledBox(outlineOf(one), scale)} />
      ))}
      <Outline className="stage-selection-halo" box={around} />
      <Outline className="stage-several-all" box={around} />
    </g>
  );
}

interface MarqueeProps {
  area: Rect;
  ids: readonly string[];
  layers: readonly ShownLayer[];
  scale: number;
}

/** The selection rectangle, and outlines of the layers it would select. */
function Marquee({ area, ids, layers, scale }: MarqueeProps) {
  const marked = new Set(ids);
  return (
    <g>
      {layers
        .filter(({ id }) => marked.has(id))
        .map((one) => (
          <Outline key={one.id} className="stage-hover" box={scaledBox(outlineOf(one), scale)} />
        ))}
      <Outline className="stage-marquee" box={scaledBox({ ...area, rotation: 0 }, scale)} />
    </g>
  );
}

/** The red guides that a gesture snapped to; replaced with each move. */
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

/** The outlined box of a layer; for a line, only its visible part. */
function outlineOf({ layer, box, hitBox }: ShownLayer): Box {
  return hitBox && isLine(layer) ? { ...hitBox, rotation: box.rotation } : box;
}

function Outline({ className, box }: { className: string; box: Box }) {
  const { x, y, width, height } = box;
  return <rect className={className} x={x} y={y} width={width} height={height} transform={rotationTransform(box)} />;
}

/** Lines at the thirds of the canvas, a common help for composing. @param scale CSS pixels per canvas pixel. */
function Grid({ canvas, scale }: { canvas: Size; scale: number }) {
  if (!useSnapshot(aids).grid) return null;
  const { width, height } = scaled({ x: 0, y: 0, ...canvas }, scale);
  const path = [1 / 3, 2 / 3].map((share) => `M${width * share} 0V${height}M0 ${height * share}H${width}`).join('');
  return (
    <g data-testid="grid">
      <path className="safe-area-halo" d={path} />
      <path className="safe-area" d={path} />
    </g>
  );
}

const names = { action: 'Action 90%', title: 'Title 80%' };

/** Outlines of the safe areas and of the parts that phone apps cover. @param scale CSS pixels per canvas pixel. */
function SafeAreas({ canvas, scale }: { canvas: Size; scale: number }) {
  if (!useSnapshot(aids).safeAreas) return null;
  const apps = coveredByApps(canvas).map((area) => scaled(area, scale));
  const [top] = apps;
  return (
    <g className="safe-areas" data-testid="safe-areas">
      {apps.map((area) => (
        <rect key={`${area.x} ${area.y}`} className="safe-area-apps" {...area} />
      ))}
      {safeAreas(canvas).map(({ name, ...area }) => {
        const box = scaled(area, scale);
        return (
          <g key={name}>
            <rect className="safe-area-halo" {...box} />
            <rect className="safe-area" {...box} />
            <text x={box.x + 6} y={box.y + box.height - 6}>
              {names[name]}
            </text>
          </g>
        );
      })}
      {top && (
        <text x={top.width / 2} y={top.height / 2 + 4} textAnchor="middle">
          Area covered by the controls of Reels and Shorts
        </text>
      )}
    </g>
  );
}

function scaled({ x, y, width, height }: Rect, scale: number): Rect {
  return { x: x * scale, y: y * scale, width: width * scale, height: height * scale };
}
