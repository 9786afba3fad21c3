import { X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { acceptOf } from '../../engine/tools/acceptOf.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { BatchList } from '../batch/BatchList.tsx';
import { batches, openBatch } from '../batch/batch.ts';
import { IconButton } from '../components/IconButton.tsx';
import { workOf } from './batchWork.ts';

/** Many files with the settings of the page: each with how far it is, and all results as one zip. */
export function BatchPanel({ tool }: { tool: Tool }) {
  const isOpen = useSnapshot(batches)[tool.id]?.isOpen;
  if (!isOpen) return null;
  return (
    <section className="batch panel" aria-label="Apply to many files">
      <header className="batch-head">
        <h2>Apply to many files</h2>
        <IconButton icon={X} label="Close the list" onClick={() => openBatch(tool.id, false)} />
      </header>
      <p className="soft small">Each file is made with the settings as they are now. One result a file.</p>
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
