import type { ReactNode } from 'react';
import type { ScreenId } from './screens.ts';
import { plainPart } from './state/lazyPart.ts';

/** What opens over the editor: it comes on demand, because nothing is over the first screen. */
export const LazyOver = plainPart<{ id: ScreenId; children: ReactNode }>(async () => (await import('./Over.tsx')).Over);
