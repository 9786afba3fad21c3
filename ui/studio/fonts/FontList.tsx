import { useEffect, useId, useRef, useState } from 'react';
import { fontStateOf, loadFamily } from '../../../engine/browser/loadFonts.ts';
import { messages } from '../../../engine/project/messages.ts';
import { BrandFonts } from '../../brand/BrandFonts.tsx';
import { familyTitle, isSameFamily, listedFamily } from '../../brand/fontFamilies.ts';
import { FontRow } from './FontRow.tsx';
import { FontSearch } from './FontSearch.tsx';
import { shownSections } from './families.ts';
import { LetterChips } from './LetterChips.tsx';
import { useFontKeys } from './useFontKeys.ts';
import { useFontRows } from './useFontRows.ts';
import { useFontState } from './useFontState.ts';
import './fonts.css';

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
      <p className="font-note" role="status">
        {isEmpty ? messages.noFonts : query.trim() && `${rows.families.length} found`}
      </p>
      <div
        ref={list}
        id={listId}
        className="font-rows"
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
    <p className="font-note" role="status">
      {state === 'missing' && `“${familyTitle(family)}” is not available. Arial is used instead.`}
    </p>
  );
}
