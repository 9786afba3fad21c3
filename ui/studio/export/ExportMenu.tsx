import { useSnapshot } from 'valtio';
import { type Action, currentContext } from '../actions/action.ts';
import { outputActions } from '../actions/output.ts';
import { studio } from '../state/studio.ts';
import { outputInWords } from './outputWords.ts';

const { exportHere, output, saveProject, copyAsCommand, copyAsCurl, applyToFiles } = outputActions;

const items: readonly Action[] = [exportHere, output, saveProject, copyAsCommand, copyAsCurl, applyToFiles];

/** The menu next to DONE: other ways to export the project. */
export function ExportMenu() {
  const { project } = useSnapshot(studio);
  return items.map(({ id, title, hint, run }) => (
    <button
      key={id}
      type="button"
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        void run?.(currentContext());
      }}
    >
      <strong>{title}</strong>
      <span className="soft small">{id === output.id ? outputInWords(project) : hint}</span>
    </button>
  ));
}
