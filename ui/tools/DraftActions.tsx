import { Ellipsis, Redo2, RotateCcw, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { IconButton } from '../components/IconButton.tsx';
import { Menu } from '../components/Menu.tsx';
import { draftHistories, redoDraft, resetDraft, undoDraft } from './drafts.ts';

interface Props {
  tool: { id: string };
  /** Further actions, as a list of buttons. */
  more: ReactNode | undefined;
}

/** Undo, redo, reset and further actions for the draft of a tool. */
export function DraftActions({ tool, more }: Props) {
  const history = useSnapshot(draftHistories)[tool.id];
  const isReset = Object.keys(history?.present.settings ?? {}).length === 0;
  return (
    <div className="tool-actions">
      <IconButton
        icon={Undo2}
        label="Undo"
        disabled={(history?.past.length ?? 0) === 0}
        onClick={() => undoDraft(tool)}
      />
      <IconButton
        icon={Redo2}
        label="Redo"
        disabled={(history?.future.length ?? 0) === 0}
        onClick={() => redoDraft(tool)}
      />
      <IconButton icon={RotateCcw} label="Reset all settings" disabled={isReset} onClick={() => resetDraft(tool)} />
      <Menu label="More" icon={<Ellipsis aria-hidden="true" />}>
        {more ?? <p className="menu-words soft small">One moment.</p>}
      </Menu>
    </div>
  );
}
