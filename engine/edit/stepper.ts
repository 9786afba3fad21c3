/** Limits of a numeric stepper. */
export interface StepperRange {
  min: number;
  max: number;
  /** Change per press; more than 0. */
  step: number;
}

/** Range of Line Width: whole pixels of the canvas. */
export const lineWidthRange: StepperRange = { min: 0, max: 1e8, step: 1 };
/** Range of Opacity. */
export const opacityRange: StepperRange = { min: 0, max: 1, step: 0.1 };

/**
 * Returns the value after one press of a stepper: clamped, in clean decimals (0.1 + 0.2 is 0.3).
 * @param current a number, or typed text; anything else counts as 1. @param direction 1 increases, −1 decreases.
 */
export function stepValue(current: unknown, direction: 1 | -1, range: StepperRange): number {
  const value = numberFrom(current);
  const decimals = Math.min(10, Math.max(decimalsOf(value), decimalsOf(range.step)));
  return clampedValue(Number((value + direction * range.step).toFixed(decimals)), range);
}

/** Clamps a typed value; anything that is not a number counts as 1. */
export function clampedValue(current: unknown, { min, max }: StepperRange): number {
  return Math.min(max, Math.max(min, numberFrom(current))) + 0;
}

function numberFrom(value: unknown): number {
  const isText = typeof value === 'string' && value.trim() !== '';
  const number = typeof value === 'number' || isText ? Number(value) : Number.NaN;
  return Number.isNaN(number) ? 1 : number;
}

function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}
