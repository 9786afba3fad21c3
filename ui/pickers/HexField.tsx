import { useId, useState } from 'react';
import { isHexColor, parseHexColor } from '../../engine/layout/hexColor.ts';
import { showError } from '../client/page/notices.ts';
import { t } from '../client/page/t.ts';
import '../kit/style/effects.css';

interface Props {
  /** # and hex digits, or "transparent". */
  value: string;
  /** Called while typing, if the text is a complete hex color. */
  onWrite: (color: string) => void;
  /** Called with the parsed color on Enter or on blur after a change. */
  onCommit: (color: string) => void;
}

/** A text field for a color. Hex digits become uppercase with #. An invalid color is reported and changes nothing. */
export function HexField({ value, onWrite, onCommit }: Props) {
  const [draft, setDraft] = useState<string>();
  const id = useId();
  const commit = () => {
    if (draft === undefined) return;
    const color = draft.trim() === '' || draft === '#' ? value : parseHexColor(draft);
    if (color === undefined) showError(t('Not a color. Enter one such as #5969E2, tomato or rgba(0, 0, 0, 0.5).'));
    else if (color !== value) onCommit(color);
    setDraft(undefined);
  };
  return (
    <span className="hex-field">
      <label htmlFor={id}>Hex</label>
      <input
        id={id}
        value={draft ?? (value.startsWith('#') ? value.toUpperCase() : value)}
        spellCheck={false}
        autoComplete="off"
        maxLength={32}
        onChange={({ target }) => {
          const written = hexDraft(target.value);
          setDraft(written);
          if (isHexColor(written)) onWrite(written);
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape' && draft !== undefined) {
            event.preventDefault();
            event.stopPropagation();
            setDraft(undefined);
          }
        }}
      />
    </span>
  );
}

/** The draft text: hex digits in uppercase with one #; names and functions unchanged. */
function hexDraft(text: string): string {
  const isDigits = /^#*[\da-f]*$/i.test(text) || text.startsWith('#');
  return isDigits ? `#${text.toUpperCase().replace(/^#+/, '')}` : text;
}
