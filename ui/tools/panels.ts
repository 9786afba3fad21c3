import type { ComponentType } from 'react';
import { MemePanel } from './MemePanel.tsx';
import type { PanelProps } from './panelProps.ts';
import { TrimPanel } from './TrimPanel.tsx';

/** What a tool's page has beyond its form. */
export interface ToolPanel {
  /** Stands over the picture, as large as it. */
  over?: ComponentType<PanelProps>;
  /** Stands below the picture. */
  below?: ComponentType<PanelProps>;
  /** Fields that it asks for, and the form then does not. */
  asks?: readonly string[];
}

/** The panels by the tools' ids; most tools have none. */
export const panels: Readonly<Record<string, ToolPanel>> = {
  trim: { below: TrimPanel, asks: ['startTime', 'endTime'] },
  meme: { over: MemePanel },
};
