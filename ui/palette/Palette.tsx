import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { isMac } from '../studio/shortcuts/isMac.ts';
import { keyWords } from '../studio/shortcuts/keyWords.ts';
import { type Command, isOwn } from './command.ts';
import type { listCommands } from './commands.ts';
import { findCommands } from './findCommands.ts';
import { recentIds } from './recent.ts';
import './palette.css';

interface Props {
  listed: ReturnType<typeof listCommands>;
  onClose: () => void;
  onChoose: (command: Command) => void;
}

/** Command palette, an ARIA combobox: finds tools, pages, projects and, in the Studio, every action. */
export function Palette({ listed, onClose, onChoose }: Props) {
  const dialog = useOpenDialog();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const all = useAll(listed);
  const groups = useMemo(() => findCommands(text, all, recentIds()), [text, all]);
  const shown = groups.flatMap(({ commands }) => commands);
  const chosen = shown[Math.min(at, shown.length - 1)];
  const idOf = (command: Command) => `${id}-${all.indexOf(command)}`;
  useEffect(() => {
    if (chosen) document.getElementById(`${id}-${all.indexOf(chosen)}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen, all, id]);
  const onKeyDown = (event: KeyboardEvent) => {
    // During composition, as in Chinese, these keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && shown.length > 0) setAt((at + step + shown.length) % shown.length);
    else if (event.key === 'Enter' && chosen) onChoose(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search and commands"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => takeKeys(event, onClose)}
      onPointerDown={({ target }) => target === dialog.current && onClose()}
    >
      <div className="palette-box">
        <div className="palette-field">
          <Search aria-hidden="true" />
          <input
            type="text"
            role="combobox"
            aria-label="Search tools, projects, pages and actions"
            placeholder="Search tools, projects, pages and actions"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={chosen && idOf(chosen)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" className="button quiet palette-close" onClick={onClose}>
            Close
          </button>
        </div>
        <div className="palette-list" role="listbox" id={`${id}-list`} aria-label="Search results" tabIndex={-1}>
          {groups.map(({ title, commands }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options within a listbox.
            <div key={title} role="group" aria-label={title}>
              <p className="palette-group" aria-hidden="true">
                {title}
              </p>
              {commands.map((command) => (
                <Option
                  key={command.id}
                  id={idOf(command)}
                  command={command}
                  isChosen={command === chosen}
                  onPoint={() => setAt(shown.indexOf(command))}
                  onChoose={() => onChoose(command)}
                />
              ))}
            </div>
          ))}
        </div>
        <p className={shown.length === 0 ? 'palette-none soft' : 'unseen'} role="status">
          {shown.length === 0 ? 'No results. Try fewer words.' : text && `${shown.length} found`}
        </p>
      </div>
    </dialog>
  );
}

/** Blocks the shortcuts of the page below; the shortcut that opens the palette closes it. */
function takeKeys(event: KeyboardEvent, onClose: () => void): void {
  event.stopPropagation();
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k' || event.repeat) return;
  event.preventDefault();
  onClose();
}

interface OptionProps {
  id: string;
  command: Command;
  isChosen: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, command: { title, about, keys, group }, isChosen, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className="palette-option"
      onPointerMove={({ pointerType }) => pointerType === 'mouse' && !isChosen && onPoint()}
      onClick={onChoose}
    >
      <span className="palette-title" translate={isOwn(group) ? 'no' : undefined}>
        {title}
      </span>
      <span className="palette-about soft small">{about}</span>
      {keys && (
        <span className="palette-keys" aria-hidden="true">
          {keyWords(keys, isMac()).map((word) => (
            <kbd key={word}>{word}</kbd>
          ))}
        </span>
      )}
    </div>
  );
}

/** Returns all commands: the immediate ones, and the others once they have loaded. */
function useAll({ now, rest }: ReturnType<typeof listCommands>): readonly Command[] {
  const [more, setMore] = useState<readonly Command[]>([]);
  useEffect(() => {
    let isOver = false;
    rest.then(
      (found) => !isOver && setMore(found),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [rest]);
  return useMemo(() => [...more, ...now], [more, now]);
}

/** Opens the dialog. It must close before it is unmounted: only then does the focus return to where it was. */
function useOpenDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector('input')?.focus();
    return () => element?.close();
  }, []);
  return dialog;
}
