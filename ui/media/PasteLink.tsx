import { Link } from 'lucide-react';
import { useId, useState } from 'react';
import { MAX_URL_LENGTH } from '../../engine/project/limits.ts';
import { messages } from '../../engine/project/messages.ts';
import { cutPastedUrl, isWebAddress } from '../../engine/project/pastedUrl.ts';

/** Input for a link. A pasted link is submitted at once, a typed one with Enter. Reports text that is not a link. */
export function PasteLink({ onLink }: { onLink: (pasted: string) => void }) {
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  const submitLink = (pasted: string) => {
    // The specification defines no message for a link that is too long.
    if (cutPastedUrl(pasted) === undefined) return setWrong(pasted.trim().length <= MAX_URL_LENGTH);
    setText('');
    onLink(pasted);
  };
  return (
    <>
      <form
        className="paste-link"
        onSubmit={(event) => {
          event.preventDefault();
          submitLink(text);
        }}
      >
        <input
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          aria-label="Paste a link"
          placeholder="or paste a link"
          value={text}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? id : undefined}
          onChange={({ target }) => {
            setText(target.value);
            setWrong(false);
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain');
            if (text !== '') return;
            // An invalid link stays in the field, to be corrected.
            if (!isWebAddress(pasted)) return setTimeout(() => setWrong(cutPastedUrl(pasted) === undefined));
            event.preventDefault();
            submitLink(pasted);
          }}
        />
        <button type="submit" className="button quiet" disabled={text.trim() === ''}>
          <Link aria-hidden="true" />
          Add
        </button>
      </form>
      {isWrong && (
        <p id={id} className="refusal small" role="alert">
          {messages.noLink}
        </p>
      )}
    </>
  );
}
