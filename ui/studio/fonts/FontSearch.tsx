import type { KeyboardEvent } from 'react';
import { locale } from '../../texts/t.ts';
import { SearchField } from '../controls/SearchField.tsx';
import { familyCount } from './families.ts';

/** How long typing rests before the list is searched, milliseconds. */
const REST_MS = 500;

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
  return (
    <SearchField
      role="combobox"
      aria-label="Search fonts"
      aria-autocomplete="list"
      aria-expanded="true"
      aria-controls={listId}
      aria-activedescendant={activeId}
      placeholder={`Search ${familyCount().toLocaleString(locale('en'))} fonts`}
      spellCheck={false}
      restMs={REST_MS}
      onSearch={onSearch}
      onKeyDown={onKeyDown}
    />
  );
}
