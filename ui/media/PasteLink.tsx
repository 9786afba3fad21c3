import { Link } from 'lucide-react';
import { useState } from 'react';
import { cutPastedUrl, isWebAddress } from '../../engine/project/pastedUrl.ts';

/** A field for a link. One that is pasted goes at once, one that is typed with Enter; what is no link is passed over. */
export function PasteLink({ onLink }: { onLink: (pasted: string) => void }) {
  const [text, setText] = useState('');
  const give = (pasted: string) => {
    if (cutPastedUrl(pasted) === undefined) return;
    setText('');
    onLink(pasted);
  };
  return (
    <form
      className="paste-link"
      onSubmit={(event) => {
        event.preventDefault();
        give(text);
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
        onChange={({ target }) => setText(target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (text !== '' || !isWebAddress(pasted)) return;
          event.preventDefault();
          give(pasted);
        }}
      />
      <button type="submit" className="button quiet" disabled={text.trim() === ''}>
        <Link aria-hidden="true" />
        Add
      </button>
    </form>
  );
}
