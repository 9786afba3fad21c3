import { type ReactNode, useEffect, useRef } from 'react';
import { Sheet } from '../components/Sheet.tsx';
import { type ScreenId, screenOf } from './screens.ts';
import { closeOver } from './state/go.ts';

/** What opens over the editor: a sheet beside the canvas, which stays in sight. */
export function Over({ id, children }: { id: ScreenId; children: ReactNode }) {
  const { title, besideCanvas = false, shape, phoneHeight } = screenOf(id);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    if (!besideCanvas || !current) return;
    let isOver = false;
    let end: (() => void) | undefined;
    // It comes with the canvas; where it does not come, the canvas stays where it is.
    import('./stage/inSight.ts').then(
      ({ keepInSight }) => {
        if (!isOver) end = keepInSight(current);
      },
      () => {},
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [besideCanvas]);
  return (
    <Sheet ref={dialog} title={title} shape={shape} phoneHeight={phoneHeight} onClose={closeOver}>
      {children}
    </Sheet>
  );
}
