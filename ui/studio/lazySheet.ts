import type { ReactNode } from 'react';
import { lazyPart } from '../app/lazyPart.ts';
import type { ScreenId } from '../app/screens.ts';

/** The container of panels and sheets. Loaded lazily, since the first screen shows none. */
export const LazySheet = lazyPart<{ id: ScreenId; children: ReactNode }>(
  async () => (await import('./StudioSheet.tsx')).StudioSheet,
);
