/** The limits of a numeric stepper. */
export interface StepperRange {
  min: number;
  max: number;
  /** How much one press adds or takes away; more than 0. */
  step: number;
}

/** What Line Width goes by: whole pixels of the canvas. */
export const lineWidthRange: StepperRange = { min: 0, max: 1e8, step: 1 };
/** What Opacity goes by. */
export const opacityRange: StepperRange = { min: 0, max: 1, step: 0.1 };

/**
 * The value after one press of a stepper: between the limits, in clean decimals (0.1 + 0.2 is 0.3).
 * @param current a number, or a text as typed; anything else counts as 1. @param direction 1 adds, −1 takes away.
 */
export function stepValue(current: unknown, direction: 1 | -1, range: StepperRange): number {
  const value = numberFrom(current);
  const decimals = Math.min(10, Math.max(decimalsOf(value), decimalsOf(range.step)));
  return clampedValue(Number((value + direction * range.step).toFixed(decimals)), range);
}

/** A value that was typed into a stepper, between its limits; what is no number counts as 1. */
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
