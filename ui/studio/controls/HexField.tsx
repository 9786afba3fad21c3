import { useId, useState } from 'react';
import { isHexColor, parseHexColor } from '../../../engine/layout/hexColor.ts';
import './colors.css';

interface Props {
  /** # and hex digits. */
  value: string;
  /** Called while a colour is being written that is one already. */
  onWrite: (color: string) => void;
  /** Called with what the text means, when Enter is pressed or the field is left after a change. */
  onCommit: (color: string) => void;
}

/** Where a colour is written: capitals, always with #; what is no colour becomes one by its text. */
export function HexField({ value, onWrite, onCommit }: Props) {
  const [draft, setDraft] = useState<string>();
  const id = useId();
  const commit = () => {
    if (draft === undefined) return;
    if (draft !== '#') onCommit(parseHexColor(draft));
    setDraft(undefined);
  };
  return (
    <span className="hex-field">
      <label htmlFor={id}>Hex</label>
      <input
        id={id}
        value={draft ?? value.toUpperCase()}
        spellCheck={false}
        autoComplete="off"
        maxLength={32}
        onChange={({ target }) => {
          const written = `#${target.value.toUpperCase().replace(/^#+/, '')}`;
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
