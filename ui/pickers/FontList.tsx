import { Check, Minus, Plus } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useSnapshot } from 'valtio';
import { type FontState, fontStateOf, loadFamily, watchFonts } from '../../engine/browser/loadFonts.ts';
import { fontTypes } from '../../engine/formats/fontFormat.ts';
import { fontStack } from '../../engine/painters/fonts.ts';
import { findFont } from '../../engine/painters/fontsTable.ts';
import { messages } from '../../engine/project/messages.ts';
import { addFont, brandFonts, removeFonts } from '../client/brand/brandFonts.ts';
import { facesOfOwn, familyTitle, isSameFamily, listedFamily } from '../client/brand/fontFamilies.ts';
import { familyCount, letters, shownSections } from '../client/brand/fontSections.ts';
import { watchSight } from '../kit/hooks.ts';
import { SearchField } from '../kit/SearchField.tsx';
import { PickFiles } from '../media/PickFiles.tsx';
import { type FontRows, useFontRows } from './useFontRows.ts';
import './pickers.css';

interface Props {
  /** The current family. */
  value: string;
  onChoose: (family: string) => void;
}

/** The searchable list of font families, each shown in its own typeface. */
export function FontList({ value, onChoose }: Props) {
  const [query, setQuery] = useState('');
  const [letter, setLetter] = useState<string>();
  const [searches, setSearches] = useState(0);
  const listed = listedFamily(value);
  const rows = useFontRows(query, letter, listed);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const listId = `${id}-list`;
  const rowId = (index: number) => `${id}-${index}`;
  const choose = (family: string) => {
    if (fontStateOf(family) === 'missing') return;
    setActive(rows.families.indexOf(family));
    onChoose(family);
  };
  const { active, setActive, onKeyDown } = useFontKeys(rows, list, { value: listed, rowId, choose });
  const search = (text: string) => {
    setQuery(text);
    if (text.trim()) setLetter(undefined);
  };
  const goToLetter = (next: string | undefined) => {
    setLetter(next);
    setQuery('');
    setSearches(searches + 1);
  };
  const isEmpty = rows.families.length === 0;
  const activeId = isEmpty ? undefined : rowId(active);
  return (
    <div className="font-list">
      <FontSearch key={searches} listId={listId} activeId={activeId} onKeyDown={onKeyDown} onSearch={search} />
      <LetterChips value={letter} onChange={goToLetter} />
      <BrandFonts value={value} onChoose={onChoose} />
      <MissingNote family={value} />
      <p className="soft small font-note" role="status">
        {isEmpty ? messages.noFonts : query.trim() && `${rows.families.length} found`}
      </p>
      <div
        ref={list}
        id={listId}
        className="scroll font-rows"
        role="listbox"
        aria-label="Fonts"
        aria-activedescendant={activeId}
        tabIndex={0}
        hidden={isEmpty}
        onScroll={(event) => rows.onScroll(event.currentTarget)}
        onKeyDown={onKeyDown}
      >
        {shownSections(rows.sections, rows.shown).map(({ title, families, from }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields.
          <div key={title} role="group" aria-label={title}>
            {rows.sections.length > 1 && (
              <p className="font-section" aria-hidden="true">
                {title}
              </p>
            )}
            {families.map((family, i) => (
              <FontRow
                key={family}
                id={rowId(from + i)}
                family={family}
                isChosen={isSameFamily(family, value)}
                isActive={from + i === active}
                onChoose={choose}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** A note if the current family is unavailable. */
function MissingNote({ family }: { family: string }) {
  const state = useFontState(family);
  useEffect(() => {
    void loadFamily(family);
  }, [family]);
  return (
    <p className="soft small font-note" role="status">
      {state === 'missing' && `“${familyTitle(family)}” is not available. Arial is used instead.`}
    </p>
  );
}

interface BrandFontsProps {
  /** Selected family. */
  value: string;
  /** Receives the last added font. */
  onChoose: (family: string) => void;
}

const accept = Object.keys(fontTypes)
  .map((ending) => `.${ending}`)
  .join(',');

/** Buttons that add font files to the list of fonts, and remove the selected family from it. */
function BrandFonts({ value, onChoose }: BrandFontsProps) {
  const { list } = useSnapshot(brandFonts);
  const add = async (files: readonly File[]) => {
    let added: string | undefined;
    for (const file of files) added = (await addFont(file)) ?? added;
    if (added !== undefined) onChoose(added);
  };
  return (
    <div className="row wrap split brand-fonts">
      <PickFiles
        className="label brand-font-new"
        label="Font files"
        accept={accept}
        onFiles={(files) => void add(files)}
      >
        <Plus aria-hidden="true" />
        Add your font
      </PickFiles>
      {list.includes(value) && (
        <button
          type="button"
          className="text-button"
          title="Texts in this font stay unchanged."
          onClick={() => void removeFonts(facesOfOwn(value))}
        >
          <Minus aria-hidden="true" />
          Remove {familyTitle(value)}
        </button>
      )}
    </div>
  );
}

interface FontRowProps {
  id: string;
  family: string;
  isChosen: boolean;
  /** Whether the keyboard is on this row. */
  isActive: boolean;
  onChoose: (family: string) => void;
}

/** A family, shown in its own typeface once loaded, or marked as unavailable. */
const FontRow = memo(function FontRow({ id, family, isChosen, isActive, onChoose }: FontRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const state = useFontState(family);
  useSample(row, family);
  const isMissing = state === 'missing';
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus and names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox hears the keys.
    <div
      ref={row}
      id={id}
      className="row font-row"
      role="option"
      aria-selected={isChosen}
      aria-disabled={isMissing && !isChosen ? true : undefined}
      data-active={isActive || undefined}
      onClick={() => !isMissing && onChoose(family)}
    >
      <span
        className="grow ellipsis font-name"
        style={state === 'ready' ? { fontFamily: fontStack(family) } : undefined}
      >
        {familyTitle(family)}
      </span>
      {isMissing && <span className="font-missing">not available</span>}
      {isChosen && <Check aria-hidden="true" />}
    </div>
  );
});

/** Debounce time of the search, in milliseconds. */
const REST_MS = 500;

interface FontSearchProps {
  /** Id of the list, and of its active row. */
  listId: string;
  activeId: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Called with the text after the debounce time. */
  onSearch: (query: string) => void;
}

/** A field that searches families by prefix. Its arrow keys move through the list. */
function FontSearch({ listId, activeId, onKeyDown, onSearch }: FontSearchProps) {
  return (
    <SearchField
      role="combobox"
      aria-label="Search fonts"
      aria-autocomplete="list"
      aria-expanded="true"
      aria-controls={listId}
      aria-activedescendant={activeId}
      placeholder={`Search ${familyCount().toLocaleString('en')} fonts`}
      spellCheck={false}
      restMs={REST_MS}
      onSearch={onSearch}
      onKeyDown={onKeyDown}
    />
  );
}

interface LetterChipsProps {
  /** Undefined: all. */
  value: string | undefined;
  onChange: (letter: string | undefined) => void;
}

const choices = [undefined, ...letters];

/** A radio group of letters, plus "All". */
function LetterChips({ value, onChange }: LetterChipsProps) {
  const group = useRef<HTMLDivElement>(null);
  const go = (index: number) => {
    const at = (index + choices.length) % choices.length;
    onChange(choices[at]);
    group.current?.querySelectorAll<HTMLElement>('[role="radio"]')[at]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    if (step !== undefined) go(choices.indexOf(value) + step);
    else go(event.key === 'Home' ? 0 : choices.length - 1);
  };
  return (
    <div ref={group} className="font-letters" role="radiogroup" aria-label="First letter" onKeyDown={onKeyDown}>
      {choices.map((letter) => (
        // biome-ignore lint/a11y/useSemanticElements: a chip is a button to look at and a radio to use.
        <button
          key={letter ?? 'all'}
          type="button"
          role="radio"
          className="label font-letter"
          aria-checked={letter === value}
          tabIndex={letter === value ? 0 : -1}
          onClick={() => onChange(letter)}
        >
          {letter ?? 'All'}
        </button>
      ))}
    </div>
  );
}

/** Rows per Page Up or Page Down. */
const PAGE_ROWS = 8;

interface Keys {
  /** Index of the active row. */
  active: number;
  setActive: (index: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Keyboard navigation of the rows: arrow keys, Page Up and Page Down, and in the list also Home and End; Enter chooses.
 * @param value the row that is active at first.
 * @param rowId id of a row's element.
 */
function useFontKeys(
  rows: FontRows,
  list: RefObject<HTMLElement | null>,
  { value, rowId, choose }: { value: string; rowId: (index: number) => string; choose: (family: string) => void },
): Keys {
  const { families } = rows;
  const [active, setActive] = useState(() => Math.max(0, families.indexOf(value)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move scrolls.
  useLayoutEffect(() => {
    document.getElementById(rowId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its choice, or at its top.
  useEffect(() => {
    const chosen = families.indexOf(value);
    setActive(Math.max(0, chosen));
    // The sheet opens after its content is mounted.
    const frame = requestAnimationFrame(() => {
      if (chosen > 0) document.getElementById(rowId(chosen))?.scrollIntoView({ block: 'center' });
      else if (list.current) list.current.scrollTop = 0;
    });
    return () => cancelAnimationFrame(frame);
  }, [families]);
  const onKeyDown = (event: KeyboardEvent) => {
    const isList = event.currentTarget === list.current;
    const family = families[active];
    const next = movedBy(event.key, active, families.length, isList);
    if ((event.key === 'Enter' || (isList && event.key === ' ')) && family !== undefined) choose(family);
    else if (next === undefined) return;
    else {
      rows.showUpTo(next + PAGE_ROWS);
      setActive(next);
    }
    event.preventDefault();
  };
  return { active, setActive, onKeyDown };
}

/**
 * Index of the row a key leads to; undefined for other keys.
 * @param isList false in the text field, which uses Home and End itself.
 */
function movedBy(key: string, from: number, count: number, isList: boolean): number | undefined {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_ROWS, PageUp: -PAGE_ROWS };
  if (isList && key === 'Home') return 0;
  if (isList && key === 'End') return count - 1;
  const step = steps[key];
  return step === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, from + step));
}

/**
 * How long a row must be visible before its font is fetched, in milliseconds, so that fast scrolling fetches nothing.
 */
const SAMPLE_REST_MS = 300;

/** Loads the font of a row's sample once the row is visible. */
function useSample(row: RefObject<HTMLElement | null>, family: string): void {
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const rest = findFont(family)?.source === 'further' ? SAMPLE_REST_MS : 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = watchSight(element, (isSeen) => {
      clearTimeout(timer);
      if (!isSeen) return;
      timer = setTimeout(() => {
        stop();
        void loadFamily(family);
      }, rest);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [row, family]);
}

/** Loading state of a family, with updates. */
function useFontState(family: string): FontState {
  return useSyncExternalStore(watchFonts, () => fontStateOf(family));
}
