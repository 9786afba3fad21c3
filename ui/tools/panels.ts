import { lazyPart } from '../studio/state/parts.ts';
import type { PanelProps, ToolPanel } from './toolPanel.ts';

const TrimPanel = lazyPart<PanelProps>(async () => (await import('./TrimPanel.tsx')).TrimPanel);
const MemePanel = lazyPart<PanelProps>(async () => (await import('./MemePanel.tsx')).MemePanel);

/** The panels by the tools' ids; most tools have none. */
export const panels: Readonly<Record<string, ToolPanel>> = {
  trim: { below: TrimPanel, asks: ['startTime', 'endTime'] },
  meme: { over: MemePanel },
};
