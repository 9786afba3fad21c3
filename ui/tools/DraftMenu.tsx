import { Braces, Clapperboard, FileDown, Files, RotateCcw, SquareTerminal } from 'lucide-react';
import type { Project } from '../../engine/project/project.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { openBatch } from '../batch/batch.ts';
import { copyAsCommand, copyAsCurl, openDraftInStudio, resetAllTools, saveDraft } from './draftCommands.ts';

interface Props {
  tool: Tool;
  /** The compiled draft; undefined while it has problems. */
  project: Project | undefined;
}

/** Menu items that use the draft elsewhere, such as opening it in the Studio. */
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
