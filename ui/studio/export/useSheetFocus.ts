import { type RefObject, useRef } from 'react';
import { useFocusHandover } from '../../components/useFocusHandover.ts';

/** Hands the focus from one step of the sheet to the first button of the next. @returns for the step's own element. */
export function useSheetFocus(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useFocusHandover(
    place,
    () =>
      document.querySelector<HTMLElement>('.export-actions button:not(:disabled)') ??
      document.getElementById('over-title'),
  );
  return place;
}
