import { useSnapshot } from 'valtio';
import { type Action, currentContext } from '../actions/action.ts';
import { outputActions } from '../actions/output.ts';
import { studio } from '../state/studio.ts';
import { outputInWords } from './outputWords.ts';

const { exportProject, exportHere, saveProject, copyAsCommand, copyAsCurl, applyToFiles } = outputActions;

const items: readonly Action[] = [exportProject, exportHere, saveProject, copyAsCommand, copyAsCurl, applyToFiles];

/** The menu next to DONE: other ways to export the project. */
export function ExportMenu() {
  const { project } = useSnapshot(studio);
  return items.map(({ id, title, label = title, hint, run }) => (
    <button
      key={id}
      type="button"
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        void run?.(currentContext());
      }}
    >
      <strong>{label}</strong>
      <span className="soft small">{id === exportProject.id ? outputInWords(project) : hint}</span>
    </button>
  ));
}
