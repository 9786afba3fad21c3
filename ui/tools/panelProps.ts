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
