import { type KeyboardEvent, type ReactNode, useId } from 'react';
import './style/dialogs.css';

interface Props<T extends string> {
  label: string;
  value: T;
  tabs: readonly { value: T; title: string }[];
  onChange: (value: T) => void;
  /** Content of the selected tab. */
  children: ReactNode;
}

/** Tabs with one tab stop; arrow keys, Home and End select a tab. */
export function Tabs<T extends string>({ label, value, tabs, onChange, children }: Props<T>) {
  const id = useId();
  const idOf = (tab: T) => `${id}-${tab}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const from = tabs.findIndex((tab) => tab.value === value);
    const targets: Record<string, number> = {
      ArrowRight: from + 1,
      ArrowLeft: from - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const to = targets[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(idOf(next.value))?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={idOf(tab.value)}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={idOf(value)} className="tab-panel">
        {children}
      </div>
    </>
  );
}
