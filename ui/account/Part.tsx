import type { ReactNode } from 'react';

/** A section of the account page. */
export function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="panel my-part" aria-label={title}>
      <h2>{title}</h2>
      {lead && <p className="soft">{lead}</p>}
      {children}
    </section>
  );
}
