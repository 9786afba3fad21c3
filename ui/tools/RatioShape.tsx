/** The longer side of the picture of a ratio, CSS pixels. */
const LONG_SIDE = 22;

/** Whether a value of a choice is a ratio, such as "16:9". */
export function isRatio(value: string | number): boolean {
  return /^\d+(\.\d+)?:\d+(\.\d+)?$/.test(String(value));
}

/** A small frame of a ratio. */
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
