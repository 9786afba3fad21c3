import { Copy } from 'lucide-react';
import { copyNoted } from '../components/copyNoted.ts';

/** A secret shown only once, with a copy button. @param props.label of the button. @param props.done success note. */
export function CopiedOnce({ text, label, done }: { text: string; label: string; done: string }) {
  return (
    <p className="my-token">
      <code>{text}</code>
      <button
        type="button"
        className="button quiet icon"
        aria-label={label}
        title="Copy"
        onClick={() => void copyNoted(text, done)}
      >
        <Copy aria-hidden="true" />
      </button>
    </p>
  );
}
