import type { ComponentType } from 'react';
import type { Project } from '../../engine/project/project.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import type { Draft } from '../client/drafts/storedDrafts.ts';
import type { ToolPlayer } from './toolPlayer.ts';

/** Props of a tool's panel. */
export interface PanelProps {
  tool: Tool;
  draft: Draft;
  /** The project that is shown. */
  project: Project;
  player: ToolPlayer;
  /** Returns the problem text of a field that is set; '' if valid. @param name of the field. */
  refusalOf: (name: string) => string;
}

/** Props of a panel next to the preview, which is also rendered while nothing is shown. */
export interface SidePanelProps extends Omit<PanelProps, 'project'> {
  project: Project | undefined;
}

/** Props of a part that appears before the panel and does not compile projects. */
export interface FirstPanelProps {
  tool: { id: string };
  draft: Draft;
}

/** Parts of a tool without files that are rendered from the start. */
export interface FirstPanel {
  /** Below the preview, before the panel's own part. */
  below?: ComponentType<FirstPanelProps>;
  /** Next to the preview, before the form. */
  side?: ComponentType<FirstPanelProps>;
  /** Fields that it renders and the form therefore omits. */
  fields?: readonly string[];
}

/** Parts of a tool's page besides its form. */
export interface ToolPanel {
  /** Overlay of the preview, of the same size. */
  over?: ComponentType<PanelProps>;
  /** Below the preview. */
  below?: ComponentType<PanelProps>;
  /** Next to the preview, before the form. */
  side?: ComponentType<SidePanelProps>;
  /** Whether it lists the files itself. */
  hasFiles?: boolean;
  /** Fields that it renders and the form therefore omits. */
  fields?: readonly string[];
  /** Those of them whose problems it shows with `refusalOf`. */
  problemFields?: readonly string[];
}
