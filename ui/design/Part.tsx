import type { ReactNode } from 'react';

/** A section of the page, with a heading that can be linked to. */
export function Part({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  return (
    <section className="design-part" aria-labelledby={title.toLowerCase()}>
      <h2 id={title.toLowerCase()}>{title}</h2>
      <p className="soft">{words}</p>
      {children}
    </section>
  );
}

/** A component in its states. */
export function Show({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel design-show" aria-label={title}>
      <h3>{title}</h3>
      <div className="row wrap design-shown">{children}</div>
    </section>
  );
}
