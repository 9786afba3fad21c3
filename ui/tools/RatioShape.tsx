/** Longer side of the shape, in CSS pixels. */
const LONG_SIDE = 22;

/** Returns whether a choice's value is an aspect ratio, such as "16:9". */
export function isRatio(value: string | number): boolean {
  return /^\d+(\.\d+)?:\d+(\.\d+)?$/.test(String(value));
}

/** Small outline in an aspect ratio. */
export function RatioShape({ ratio }: { ratio: string }) {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const shape = across / down;
  const style = { width: LONG_SIDE * Math.min(1, shape), height: LONG_SIDE * Math.min(1, 1 / shape) };
  return (
    <span className="ratio-shape" aria-hidden="true">
      <span className="ratio-frame" style={style} />
    </span>
  );
}
