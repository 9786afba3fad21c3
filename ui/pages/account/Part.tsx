import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { copyNoted } from '../../client/page/copyText.ts';

/** A section of the account page. */
export function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="stack-2 panel my-part" aria-label={title}>
      <h2>{title}</h2>
      {lead && <p className="soft">{lead}</p>}
      {children}
    </section>
  );
}

/** Replaces forms that require a password, for an account without one. */
export function PasswordFirst() {
  return <p className="soft">Set a password first.</p>;
}

/** A secret shown only once, with a copy button. @param props.label of the button. @param props.done success note. */
export function CopiedOnce({ text, label, done }: { text: string; label: string; done: string }) {
  return (
    <p className="row my-token">
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
