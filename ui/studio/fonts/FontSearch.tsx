import type { KeyboardEvent } from 'react';
import { locale } from '../../texts/t.ts';
import { SearchField } from '../controls/SearchField.tsx';
import { familyCount } from './families.ts';

/** Debounce time of the search, in milliseconds. */
const REST_MS = 500;

interface Props {
  /** Id of the list, and of its active row. */
  listId: string;
  activeId: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Called with the text after the debounce time. */
  onSearch: (query: string) => void;
}

/** A field that searches families by prefix. Its arrow keys move through the list. */
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
