import { useId, useRef, useState } from 'react';
import { presetSeconds } from '../../../engine/edit/output.ts';
import { numberForField, parseLength } from '../../components/numbers.ts';
import { closeSheet } from '../state/go.ts';
import type { Draft } from './draft.ts';

interface Props {
  label: string;
  draft: Draft;
  onChoose: (draft: Draft) => void;
}

/** Duration presets, and a field for a custom one. */
export function LengthChoices({ label, draft, onChoose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const isCustom = draft.kind === 'custom';
  return (
    <fieldset className="output-lengths">
      <legend>{label}</legend>
      {presetSeconds.map((seconds) => (
        <label key={seconds} className="output-length numbers">
          <input
            type="radio"
            className="card-input"
            name="output-length"
            checked={draft.kind === 'preset' && draft.seconds === seconds}
            onChange={() => onChoose({ ...draft, kind: 'preset', seconds })}
          />
          {seconds} s
        </label>
      ))}
      <label className="output-length">
        <input
          type="radio"
          className="card-input"
          name="output-length"
          checked={isCustom}
          onChange={() => {
            onChoose({ ...draft, kind: 'custom', text: draft.text || numberForField(draft.seconds) });
            requestAnimationFrame(() => field.current?.select());
          }}
        />
        Custom
      </label>
      {isCustom && <CustomLength field={field} draft={draft} onChoose={onChoose} />}
    </fieldset>
  );
}

/** The field for a custom duration. Shows an error only after typing has ended. */
function CustomLength({ field, draft, onChoose }: Omit<Props, 'label'> & { field: React.Ref<HTMLInputElement> }) {
  const [isWriting, setWriting] = useState(false);
  const id = useId();
  const parsed = parseLength(draft.text);
  const refusal = parsed.ok || isWriting ? '' : (parsed.problems[0]?.message ?? '');
  return (
    <form
      className="output-custom"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWriting(false);
        if (parsed.ok) closeSheet();
      }}
    >
      <label htmlFor={id}>Custom length</label>
      <input
        ref={field}
        id={id}
        className="numbers"
        // Minutes need a colon, which phones' numeric keyboards lack.
        inputMode="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={16}
        value={draft.text}
        aria-invalid={refusal !== ''}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          setWriting(true);
          onChoose({ ...draft, text: target.value });
        }}
        onBlur={() => setWriting(false)}
      />
      <p id={`${id}-hint`} className={refusal ? 'refusal small' : 'soft small'} role={refusal ? 'alert' : undefined}>
        {refusal || 'Seconds, such as 123 or 1.23, or minutes and seconds, such as 1:23.'}
      </p>
    </form>
  );
}
