import { Search } from 'lucide-react';
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import './searchField.css';

interface Props extends Omit<ComponentProps<'input'>, 'ref' | 'type' | 'value' | 'onChange'> {
  'aria-label': string;
  /** Where the input is put, for whoever hands the focus to it. */
  field?: RefObject<HTMLInputElement | null>;
  /** What stands in it first; default: nothing. */
  initial?: string;
  /** How long typing rests before it is searched for, milliseconds. */
  restMs: number;
  /** Gets what was typed once typing rests. */
  onSearch: (query: string) => void;
}

/** A field to search with; the keyboard is in it from the start where that brings up no keyboard on the screen. */
export function SearchField({ field: given, initial = '', restMs, onSearch, ...input }: Props) {
  const [typed, setTyped] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const own = useRef<HTMLInputElement>(null);
  const field = given ?? own;
  useEffect(() => {
    // On a phone the keyboard on the screen would cover what is found.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, [field]);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(text), restMs);
  };
  return (
    <label className="search-field">
      <Search aria-hidden="true" />
      <input
        {...input}
        ref={field}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
    </label>
  );
}
