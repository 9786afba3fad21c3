import { type RefObject, useRef } from 'react';
import { targetOf } from '../../app/focus.ts';
import { useFocusHandover } from '../../kit/hooks.ts';

/** Moves focus from one step of the sheet to the first button of the next. @returns a ref for the step's element. */
export function useSheetFocus(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useFocusHandover(place, () => targetOf('export') ?? targetOf('sheet'));
  return place;
}
