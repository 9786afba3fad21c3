import type { ReactNode } from 'react';
import type { ScreenId } from './screens.ts';
import { plainPart } from './state/lazyPart.ts';

/** The container of panels and sheets. Loaded lazily, since the first screen shows none. */
export const LazyOver = plainPart<{ id: ScreenId; children: ReactNode }>(async () => (await import('./Over.tsx')).Over);
