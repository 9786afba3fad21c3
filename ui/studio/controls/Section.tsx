import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { proxy } from 'valtio/vanilla';

/** The sections that were opened or closed, by title. */
const toggled = proxy<Record<string, boolean>>({});

interface Props {
  title: string;
  /** Whether it is closed until it is opened for the first time. */
  isClosed?: boolean;
  /** Rendered only while open. */
  children: ReactNode;
}

/** A part of the inspector that opens and closes. */
export function Section({ title, isClosed = false, children }: Props) {
  const isOpen = useSnapshot(toggled)[title] ?? !isClosed;
  return (
    <details
      className="properties-section"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        toggled[title] = currentTarget.open;
      }}
    >
      <summary>{title}</summary>
      {isOpen && <div className="properties-part">{children}</div>}
    </details>
  );
}
