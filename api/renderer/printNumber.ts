/** Sources of the graph by the id that the plan gives them: a pad such as "0:V:0". */
export type Pads = (id: string) => string;

/** A number as ffmpeg reads it: no exponent, six decimals at most. */
export function number(value: number): string {
  return String(Number(value.toFixed(6)));
}
