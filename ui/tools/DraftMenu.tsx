import { Braces, Clapperboard, FileDown, Files, RotateCcw, SquareTerminal } from 'lucide-react';
import type { Project } from '../../engine/project/project.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { openBatch } from '../batch/batch.ts';
import { copyAsCommand, copyAsCurl, openDraftInStudio, resetAllTools, saveDraft } from './draftWays.ts';

interface Props {
  tool: Tool;
  /** What the draft makes; undefined while something is wrong with it. */
  project: Project | undefined;
}

/** What can be made of the work on a tool's page elsewhere, as a list of buttons. */
export function DraftMenu({ tool, project }: Props) {
  if (!project)
    return (
      <>
        <p className="menu-words soft small">Something is missing in the settings.</p>
        <ResetTools />
      </>
    );
  return (
    <>
      <button type="button" onClick={() => void openDraftInStudio(project)}>
        <Clapperboard aria-hidden="true" />
        Open in Studio
      </button>
      <button type="button" onClick={() => void saveDraft(project)}>
        <FileDown aria-hidden="true" />
        Save project
      </button>
      <button type="button" onClick={() => void copyAsCommand(tool)}>
        <SquareTerminal aria-hidden="true" />
        Copy as command
      </button>
      <button type="button" onClick={() => void copyAsCurl(tool)}>
        <Braces aria-hidden="true" />
        Copy as curl
      </button>
      {tool.inputs.max === 1 && (
        <button type="button" onClick={() => openBatch(tool.id, true)}>
          <Files aria-hidden="true" />
          Apply to many files
        </button>
      )}
      <ResetTools />
    </>
  );
}

function ResetTools() {
  return (
    <button type="button" onClick={resetAllTools}>
      <RotateCcw aria-hidden="true" />
      Reset all tools
    </button>
  );
}
