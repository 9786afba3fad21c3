import type { ReactNode } from 'react';

/** A part of the page. @param beside at the right of its title. */
export function Part({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel operator-part" aria-label={title}>
      <div className="operator-row">
        <h2>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
