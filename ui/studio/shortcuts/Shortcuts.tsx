import { RotateCcw } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { isMac } from '../../kit/keyWords.ts';
import { KeyLabels, type SheetRow, ShortcutGroups } from '../../kit/ShortcutGroups.tsx';
import { cueTextKeys } from '../../subtitles/cueSheet.ts';
import { shortcuts } from '../actions/actions.ts';
import { keymap } from '../actions/keymap.ts';
import { assignKeys, combinationOf, resetKeys } from './assignKeys.ts';
import { sheetGroups } from './sheetGroups.ts';

/** Route shortcuts: all keyboard shortcuts of the Studio. Those of actions can be changed. */
export function Shortcuts() {
  const isChanged = Object.keys(useSnapshot(keymap)).length > 0;
  const [announcement, setAnnouncement] = useState('');
  return (
    <>
      <div className="row split shortcuts-head">
        <p className="soft small" role="status">
          {announcement || 'Click keys to change them.'}
        </p>
        <button
          type="button"
          className="button plain"
          aria-disabled={!isChanged}
          onClick={() => {
            resetKeys();
            setAnnouncement('All keys are the default ones again.');
          }}
        >
          <RotateCcw aria-hidden="true" />
          Reset all
        </button>
      </div>
      <ShortcutGroups
        groups={[...sheetGroups(), ...cueTextKeys]}
        renderKeys={(row) => <KeysButton row={row} onChange={setAnnouncement} />}
      />
    </>
  );
}

interface KeysButtonProps {
  row: SheetRow;
  /** Receives a sentence about the change. */
  onChange: (announcement: string) => void;
}

/** The keys of an action. A click waits for other ones; Escape keeps them. */
function KeysButton({ row: { keys, words, actionId = '' }, onChange }: KeysButtonProps) {
  const [isWaiting, setWaiting] = useState(false);
  const press = (event: KeyboardEvent) => {
    if (!isWaiting || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return setWaiting(false);
    const combination = combinationOf(event, isMac());
    if (combination === undefined) return;
    setWaiting(false);
    const former = assignKeys(actionId, combination, shortcuts);
    onChange(former ? `“${former.title}” no longer has these keys.` : '');
  };
  return (
    <button
      type="button"
      className="shortcut-button"
      aria-pressed={isWaiting}
      onClick={() => setWaiting(!isWaiting)}
      onBlur={() => setWaiting(false)}
      onKeyDown={press}
    >
      {isWaiting ? <span className="soft">Press keys</span> : <KeyLabels keys={keys} />}
      {!isWaiting && keys.length === 0 && <span className="soft">None</span>}{' '}
      <span className="unseen">{`Change the keys of “${words}”`}</span>
    </button>
  );
}
