import { Search } from 'lucide-react';
import { LiveRegion } from './LiveRegion.tsx';
import './catalogueHead.css';

interface Props {
  title: string;
  /** One sentence below it. */
  words: string;
  /** What the search is called, such as "Find a tool". */
  search: string;
  text: string;
  onText: (text: string) => void;
  /** What was found, for a screen reader; '' while nothing is sought. */
  found: string;
}

/** The top of a page that shows many things of one kind: its title, and a field to find some of them. */
export function CatalogueHead({ title, words, search, text, onText, found }: Props) {
  return (
    <header className="catalogue-head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p className="soft">{words}</p>
      </div>
      <label className="catalogue-search">
        <Search aria-hidden="true" />
        <input
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
