import { type RefObject, useRef } from 'react';
import { useFocusHandover } from '../../components/useFocusHandover.ts';
import { targetOf } from '../../state/focus.ts';

/** Moves focus from one step of the sheet to the first button of the next. @returns a ref for the step's element. */
export function useSheetFocus(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useFocusHandover(place, () => targetOf('export') ?? targetOf('sheet'));
  return place;
}
