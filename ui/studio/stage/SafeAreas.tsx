import { useSnapshot } from 'valtio';
import type { Size } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import { coveredByApps, safeAreas } from '../../../engine/layout/safeAreas.ts';
import { aids } from './aids.ts';

const names = { action: 'Action 90%', title: 'Title 80%' };

/** Outlines of the safe areas and of the parts that phone apps cover. @param scale CSS pixels per canvas pixel. */
export function SafeAreas({ canvas, scale }: { canvas: Size; scale: number }) {
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
