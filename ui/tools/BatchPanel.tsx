import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { acceptOf } from '../../engine/tools/acceptOf.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { BatchList } from '../batch/BatchList.tsx';
import { batches, openBatch } from '../client/renders/batch.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { workOf } from './batchWork.ts';

/** How long what is above a panel may still grow, as while a file is loading, milliseconds. */
const SETTLED_MS = 3000;

/** Many files with the settings of the page: each with how far it is, and all results as one zip. */
export function BatchPanel({ tool }: { tool: Tool }) {
  const { isOpen, isSought } = useSnapshot(batches)[tool.id] ?? {};
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const batch = batches[tool.id];
    if (!isSought || !batch || !panel.current) return;
    batch.isSought = false;
    panel.current.querySelector('h2')?.focus({ preventScroll: true });
    scrollTo(panel.current);
  }, [tool.id, isSought]);
  if (!isOpen) return null;
  return (
    <section ref={panel} className="stack-2 batch panel" aria-label="Apply to many files">
      <header className="row wrap batch-head">
        <h2 tabIndex={-1}>Apply to many files</h2>
        <IconButton icon={X} label="Close the list" onClick={() => openBatch(tool.id, false)} />
      </header>
      <p className="soft small">
        Choose files, then start them. Each gives one result, with the settings at the start.
      </p>
      <BatchList
        id={tool.id}
        work={() => workOf(tool)}
        accept={acceptOf(tool.inputs)}
        zipName={tool.id}
        where={`on the page “${tool.title}”`}
      />
    </section>
  );
}

/** Scrolls a panel into view, and again whenever the page above it grows, until a person does something. */
function scrollTo(panel: HTMLElement): void {
  const scroll = () => panel.scrollIntoView({ block: 'start' });
  scroll();
  const growth = new ResizeObserver(scroll);
  growth.observe(panel.parentElement ?? panel);
  const ending = new AbortController();
  const end = () => {
    growth.disconnect();
    ending.abort();
  };
  setTimeout(end, SETTLED_MS);
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    addEventListener(type, end, { signal: ending.signal, passive: true });
}
