import type { ReactNode } from 'react';
import type { ScreenId } from './screens.ts';
import { lazyPlainComponent } from './state/lazyPart.ts';

/** The container of panels and sheets. Loaded lazily, since the first screen shows none. */
export const LazySheet = lazyPlainComponent<{ id: ScreenId; children: ReactNode }>(
  async () => (await import('./StudioSheet.tsx')).StudioSheet,
);
