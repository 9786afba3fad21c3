import { Braces, Clapperboard, Ellipsis, FileDown, Files, Redo2, RotateCcw, SquareTerminal, Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { Project } from '../../engine/project/project.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { IconButton } from '../components/IconButton.tsx';
import { Menu } from '../components/Menu.tsx';
import { toggleBatch, whyNoBatch } from './batch.ts';
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
  useUndoKeys(tool);
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
  const whyNot = whyNoBatch(tool, project);
  return (
    <>
      {project && (
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
        </>
      )}
      {whyNot === undefined && (
        <button type="button" onClick={() => toggleBatch(tool)}>
          <Files aria-hidden="true" />
          Apply to many files
        </button>
      )}
      {!project && <p className="menu-words soft small">{whyNot}</p>}
      <button type="button" onClick={resetAllTools}>
        <RotateCcw aria-hidden="true" />
        Reset all tools
      </button>
    </>
  );
}

/** Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y, where the focus is in no text that has an undo of its own. */
function useUndoKeys(tool: Tool): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isText(target)) return;
      const isRedo = key.toLowerCase() === 'y' || (key.toLowerCase() === 'z' && event.shiftKey);
      if (!isRedo && key.toLowerCase() !== 'z') return;
      event.preventDefault();
      if (isRedo) redoDraft(tool);
      else undoDraft(tool);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [tool]);
}

function isText(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !['range', 'radio', 'checkbox', 'color'].includes(target.type);
}
