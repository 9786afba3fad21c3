import { useSnapshot } from 'valtio';
import { type Action, contextOf } from '../actions/action.ts';
import { addActions } from '../actions/add.ts';
import { editorActions } from '../actions/editor.ts';
import { ariaKeys } from '../actions/keyLabels.ts';
import { studio } from '../state/studio.ts';

const options: readonly Action[] = [
  ...[addActions.media, addActions.addPlaceholder, addActions.recordVoiceOver, editorActions.search],
];

/** Less common options. */
export function MoreOptions() {
  const context = contextOf(useSnapshot(studio).project, []);
  return (
    <div className="stack">
      {options.map(({ id, title, hint, icon: Icon, run, ...action }) => (
        <button
          key={id}
          type="button"
          className="choice option-card"
          aria-keyshortcuts={ariaKeys(action)}
          onClick={() => run?.(context)}
        >
          {Icon && <Icon aria-hidden="true" />}
          <span>
            <strong>{title}</strong>
            <span className="soft small">{hint}</span>
          </span>
        </button>
      ))}
    </div>
  );
}
