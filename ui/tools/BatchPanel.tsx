import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { acceptOf } from '../../engine/tools/acceptOf.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { BatchList } from '../batch/BatchList.tsx';
import { batches, openBatch } from '../batch/batch.ts';
import { IconButton } from '../components/IconButton.tsx';
import { workOf } from './batchWork.ts';

/** Applies the settings of the page to many files: lists each with its progress, and offers all results as one zip. */
export function BatchPanel({ tool }: { tool: Tool }) {
  const isOpen = useSnapshot(batches)[tool.id]?.isOpen;
  const panel = useRef<HTMLElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // The panel opens below the settings, often out of view. One that was open on load does not scroll the page.
    if (isOpen && !wasOpen.current) {
      panel.current?.scrollIntoView({ block: 'start' });
      panel.current?.querySelector('h2')?.focus({ preventScroll: true });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <section ref={panel} className="batch panel" aria-label="Apply to many files">
      <header className="batch-head">
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
