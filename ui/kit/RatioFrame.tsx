import type { CSSProperties } from 'react';

/** A rectangle with an aspect ratio inside a square of 28 px. */
export function RatioFrame({ ratio }: { ratio: string }) {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const scale = 26 / Math.max(across, down);
  const [width, height] = [across * scale, down * scale];
  return (
    <svg
      className="drawn-icon"
      width="28"
      height="28"
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <rect x={14 - width / 2} y={14 - height / 2} width={width} height={height} rx="3" />
    </svg>
  );
}

/** Passes an aspect ratio to the stylesheets, so that the element has the right shape before its content loads. */
export function ratioStyle({ width, height }: { width: number; height: number }): CSSProperties {
  return { '--ratio': width / height } as CSSProperties;
}
