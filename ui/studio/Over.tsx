import { type ReactNode, useRef } from 'react';
import { Sheet } from '../components/Sheet.tsx';
import { type ScreenId, screenOf } from './screens.ts';
import { useInSight } from './stage/useInSight.ts';
import { closeOver } from './state/go.ts';

/** What opens over the editor: a sheet beside the canvas, which stays in sight. */
export function Over({ id, children }: { id: ScreenId; children: ReactNode }) {
  const { title, besideCanvas = false, shape, phoneHeight } = screenOf(id);
  const dialog = useRef<HTMLDialogElement>(null);
  useInSight(dialog, besideCanvas);
  return (
    <Sheet ref={dialog} title={title} shape={shape} phoneHeight={phoneHeight} onClose={closeOver}>
      {children}
    </Sheet>
  );
}
