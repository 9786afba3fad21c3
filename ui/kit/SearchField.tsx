import { Search } from 'lucide-react';
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import './style/dialogs.css';

interface Props extends Omit<ComponentProps<'input'>, 'ref' | 'type' | 'value' | 'onChange'> {
  'aria-label': string;
  /** Ref to the input, for moving focus. */
  field?: RefObject<HTMLInputElement | null>;
  /** Initial text; default: empty. */
  initial?: string;
  /** Whether the focus stays where it is on mount. */
  isQuiet?: boolean;
  /** Debounce time in milliseconds. */
  restMs: number;
  /** Called with the text after the debounce time. */
  onSearch: (query: string) => void;
}

/** A debounced search field. Focused on mount, unless it is quiet or that would open an on-screen keyboard. */
export function SearchField({ field: ownField, initial = '', isQuiet = false, restMs, onSearch, ...input }: Props) {
  const [typed, setTyped] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const own = useRef<HTMLInputElement>(null);
  const field = ownField ?? own;
  useEffect(() => {
    // On a phone the on-screen keyboard would cover the results.
    if (!isQuiet && matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, [field, isQuiet]);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(text), restMs);
  };
  return (
    <label className="row search-field">
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
