import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Command, isOwn } from '../../app/paletteCommand.ts';
import { ownName } from '../../client/page/owner.ts';
import { t } from '../../client/page/t.ts';
import { isMac, keyWords } from '../../kit/keyWords.ts';
import type { listCommands } from './commands.ts';
import '../shell.css';

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
      onKeyDown={(event) => handleKeys(event, onClose)}
      onPointerDown={({ target }) => target === dialog.current && onClose()}
    >
      <div className="palette-box">
        <div className="row palette-field">
          <Search aria-hidden="true" />
          <input
            type="text"
            role="combobox"
            aria-label="Search tools, projects, pages and actions"
            placeholder="Search everything"
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
        <div className="scroll palette-list" role="listbox" id={`${id}-list`} aria-label="Search results" tabIndex={-1}>
          {groups.map(({ title, commands }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options within a listbox.
            <div key={title} role="group" aria-label={title}>
              <p className="label palette-group" aria-hidden="true">
                {title}
              </p>
              {commands.map((command) => (
                <Option
                  key={command.id}
                  id={idOf(command)}
                  command={command}
                  isKindHidden={title === command.group}
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
function handleKeys(event: KeyboardEvent, onClose: () => void): void {
  event.stopPropagation();
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k' || event.repeat) return;
  event.preventDefault();
  onClose();
}

interface OptionProps {
  id: string;
  command: Command;
  /** Whether the heading already tells tools and pages apart. */
  isKindHidden: boolean;
  isChosen: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({
  id,
  command: { title, about, keys, group },
  isKindHidden,
  isChosen,
  onPoint,
  onChoose,
}: OptionProps) {
  const isKind = group === 'Tools' || group === 'Pages';
  // Articles are in English, and parts of their titles must not be translated.
  const english = group === 'Guides and notes' ? ({ lang: 'en', translate: 'no' } as const) : {};
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
      <span className="palette-title" {...(isOwn(group) ? { translate: 'no' } : english)}>
        {title}
      </span>
      {!(isKindHidden && isKind) && (
        <span className="ellipsis palette-about soft small" {...english}>
          {about}
        </span>
      )}
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

/** Commands under one heading. */
interface Found {
  title: string;
  commands: Command[];
}

/** Number of recent commands listed first. */
const RECENT = 5;
/** Number of commands per group without a search. */
const OF_GROUP = { Studio: 60, Projects: 5, Tools: 40, Pages: 20, 'Ready-made projects': 0, 'Guides and notes': 0 };
/** Maximum number of search results. */
const MOST = 40;

/**
 * Returns the commands to list. Without a search: recent ones, then the groups; otherwise those matching all words,
 * best first. A word may skip letters, such as "rszv" for "Resize video"; such matches rank lowest.
 * @param recent ids, newest first.
 */
export function findCommands(text: string, all: readonly Command[], recent: readonly string[]): Found[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return listed(all, recent);
  const scored = all.flatMap((command, index) => {
    const title = plain(isOwn(command.group) ? command.title : t(command.title));
    const about = plain(`${t(command.about)} ${t(command.group)}`);
    const scores = words.map((word) => scoreOf(word, title, about));
    if (scores.includes(0)) return [];
    const at = recent.indexOf(command.id);
    const lately = at < 0 ? 0 : 1 - at / recent.length;
    return [{ command, index, score: scores.reduce((sum, one) => sum + one, 0) + lately }];
  });
  scored.sort((one, other) => other.score - one.score || one.index - other.index);
  return scored.length === 0
    ? []
    : [{ title: 'Results', commands: scored.slice(0, MOST).map(({ command }) => command) }];
}

function listed(all: readonly Command[], recent: readonly string[]): Found[] {
  const lately = recent.flatMap((id) => all.find((command) => command.id === id) ?? []).slice(0, RECENT);
  const groups = (Object.keys(OF_GROUP) as Command['group'][]).map((title) => {
    const rest = all.filter((command) => command.group === title && !lately.includes(command));
    return { title, commands: rest.slice(0, OF_GROUP[title]) };
  });
  return [{ title: 'Recent', commands: lately }, ...groups].filter(({ commands }) => commands.length > 0);
}

function scoreOf(word: string, title: string, about: string): number {
  if (title.startsWith(word)) return 8;
  if (title.includes(` ${word}`)) return 6;
  if (title.includes(word)) return 4;
  if (` ${about}`.includes(` ${word}`)) return 3;
  return isSpread(word, title) ? 1 : 0;
}

/** Returns whether a text contains all letters of a word in order. */
function isSpread(word: string, text: string): boolean {
  let from = 0;
  for (const letter of word) {
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + letter.length;
  }
  return true;
}

/** Removes case, accents and soft hyphens. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\u00ad]/gu, '')
    .toLowerCase();
}

const KEY = ownName('cutroom-palette');
const MOST_RECENT = 30;

/** Returns the ids of recently chosen commands, newest first. */
function recentIds(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Stores the id of a chosen command. */
export function keepRecent(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([id, ...recentIds().filter((one) => one !== id)].slice(0, MOST_RECENT)));
  } catch {
    // Storage is full; the id is not stored.
  }
}
