import { Braces, Clapperboard, Ellipsis, FileDown, Files, Redo2, RotateCcw, SquareTerminal, Undo2 } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Project } from '../../engine/project/project.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { IconButton } from '../components/IconButton.tsx';
import { Menu } from '../components/Menu.tsx';
import { toggleBatch } from './batch.ts';
import { redoDraft, resetDraft, undoDraft, works } from './drafts.ts';
import { copyAsCommand, copyAsCurl, openDraftInStudio, resetAllTools, saveDraft } from './draftWays.ts';

interface Props {
  tool: Tool;
  /** What the draft makes; undefined while something is wrong with it. */
  project: Project | undefined;
}

/** What can be done with the work on a tool's page as a whole. */
export function DraftActions({ tool, project }: Props) {
  const history = useSnapshot(works)[tool.id];
  const isReset = Object.keys(history?.present.settings ?? {}).length === 0;
  return (
    <div className="tool-actions">
      <IconButton
        icon={Undo2}
        label="Undo"
        disabled={(history?.past.length ?? 0) === 0}
        onClick={() => undoDraft(tool)}
      />
      <IconButton
        icon={Redo2}
        label="Redo"
        disabled={(history?.future.length ?? 0) === 0}
        onClick={() => redoDraft(tool)}
      />
      <IconButton icon={RotateCcw} label="Reset all settings" disabled={isReset} onClick={() => resetDraft(tool)} />
      <Menu label="More" icon={<Ellipsis aria-hidden="true" />}>
        <Ways tool={tool} project={project} />
      </Menu>
    </div>
  );
}

function Ways({ tool, project }: Props) {
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
        <button type="button" onClick={() => toggleBatch(tool)}>
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
