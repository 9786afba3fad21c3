import { MemePanel } from './MemePanel.tsx';
import { TrimPanel } from './TrimPanel.tsx';
import type { ToolPanel } from './toolPanel.ts';

/** The panels by the tools' ids; most tools have none. */
export const panels: Readonly<Record<string, ToolPanel>> = {
  trim: { below: TrimPanel, asks: ['startTime', 'endTime'] },
  meme: { over: MemePanel },
};
