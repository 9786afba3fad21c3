import type { ComponentType } from 'react';
import type { Project } from '../../engine/project/project.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import type { ProjectPlayer } from './projectPlayer.ts';
import type { Draft } from './storedDrafts.ts';

/** What a panel of a tool works with. */
export interface PanelProps {
  tool: Tool;
  draft: Draft;
  /** What is shown. */
  project: Project;
  player: ProjectPlayer;
}

/** What a tool's page has beyond its form. */
export interface ToolPanel {
  /** Stands over the picture, as large as it. */
  over?: ComponentType<PanelProps>;
  /** Stands below the picture. */
  below?: ComponentType<PanelProps>;
  /** Fields that it asks for, and the form then does not. */
  asks?: readonly string[];
}
