import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { familyCount } from './families.ts';

/** How long typing rests before the list is searched, milliseconds. */
const SEARCH_MS = 500;

interface Props {
  /** The list's id, and that of the row where the keyboard is. */
  listId: string;
  activeId: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Gets what was typed once typing rests. */
  onSearch: (query: string) => void;
}

/** The field that searches families by their first letters; its arrow keys walk the list. */
export function FontSearch({ listId, activeId, onKeyDown, onSearch }: Props) {
  const [typed, setTyped] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On a phone the keyboard on the screen would cover the list.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(text), SEARCH_MS);
  };
  return (
    <label className="font-search">
      <Search aria-hidden="true" />
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-label="Search fonts"
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={activeId}
        placeholder={`Search ${familyCount().toLocaleString('en')} fonts`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}
