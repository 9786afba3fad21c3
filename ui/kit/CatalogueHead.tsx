import { Search } from 'lucide-react';
import { LiveRegion } from './progress.tsx';
import './style/cards.css';

interface Props {
  title: string;
  /** One sentence below the title. */
  words: string;
  /** Label of the search field, such as "Find a tool". */
  search: string;
  text: string;
  onText: (text: string) => void;
  /** Number of results, announced to screen readers; '' without a search. */
  found: string;
}

/** Header of a catalogue page: title and search field. */
export function CatalogueHead({ title, words, search, text, onText, found }: Props) {
  return (
    <header className="wrap split catalogue-head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p className="soft">{words}</p>
      </div>
      <label className="catalogue-search">
        <Search aria-hidden="true" />
        <input
          className="input"
          type="search"
          placeholder={search}
          aria-label={search}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </label>
      <LiveRegion>{found}</LiveRegion>
    </header>
  );
}
