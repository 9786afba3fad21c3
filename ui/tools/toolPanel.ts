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
  /** What the rules say of a field, once somebody has set it; '' while they say nothing. @param name of the field. */
  refusalOf: (name: string) => string;
}

/** What a panel beside the picture works with, which is there also while nothing is shown. */
export interface SidePanelProps extends Omit<PanelProps, 'project'> {
  project: Project | undefined;
}

/** What a part works with that is there before the panel: it makes no projects. */
export interface FirstPanelProps {
  tool: { id: string };
  draft: Draft;
}

/** What the page of a tool that needs no file has from the start. */
export interface FirstPanel {
  /** Stands below the picture, before what the panel puts there. */
  below?: ComponentType<FirstPanelProps>;
  /** Stands beside the picture, before the form. */
  side?: ComponentType<FirstPanelProps>;
  /** Fields that it asks for, and the form then does not. */
  asks?: readonly string[];
}

/** What a tool's page has beyond its form. */
export interface ToolPanel {
  /** Stands over the picture, as large as it. */
  over?: ComponentType<PanelProps>;
  /** Stands below the picture. */
  below?: ComponentType<PanelProps>;
  /** Stands beside the picture, before the form. */
  side?: ComponentType<SidePanelProps>;
  /** Whether it lists the files itself. */
  hasFiles?: boolean;
  /** Fields that it asks for, and the form then does not. */
  asks?: readonly string[];
  /** Those of them at which it says by `refusalOf` what is wrong with them. */
  says?: readonly string[];
}
