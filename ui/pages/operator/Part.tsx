import type { ReactNode } from 'react';

/**
 * A section of the page.
 * @param aside element to the right of the title.
 */
export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="stack-2 panel operator-part" aria-label={title}>
      <div className="row wrap split operator-row">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
