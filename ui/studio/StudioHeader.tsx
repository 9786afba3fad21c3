import { FolderOpen, Keyboard, Redo2, Undo2 } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { Brand } from '../components/Brand.tsx';
import { ThemeToggle } from '../components/ThemeToggle.tsx';
import { DoneButton } from './DoneButton.tsx';
import { ProjectName, SavedSign } from './ProjectName.tsx';
import { openOver } from './state/go.ts';
import { redoChange, studio, undoChange } from './state/studio.ts';
import { useIsMobile } from './useIsMobile.ts';

/** The bar above the canvas: the way home, the project's name, undo and redo, and DONE (studio spec §2). */
export function StudioHeader() {
  const { canUndo, canRedo } = useSnapshot(studio);
  const mobile = useIsMobile();
  return (
    <header className="studio-header">
      <div className="studio-header-side">
        <Link href="/" className="brand" aria-label="Studio, to the home page">
          <Brand size={28} />
          {!mobile && 'Studio'}
        </Link>
        <button
          type="button"
          className="button quiet icon"
          aria-label="Projects"
          title="Projects"
          onClick={() => openOver('projects')}
        >
          <FolderOpen aria-hidden="true" />
        </button>
        {!mobile && <ProjectName />}
        {!mobile && <SavedSign />}
      </div>
      <div className="studio-header-side">
        <button
          type="button"
          className="button quiet icon"
          aria-label="Undo"
          title="Undo"
          disabled={!canUndo}
          onClick={undoChange}
        >
          <Undo2 aria-hidden="true" />
        </button>
        <button
          type="button"
          className="button quiet icon"
          aria-label="Redo"
          title="Redo"
          disabled={!canRedo}
          onClick={redoChange}
        >
          <Redo2 aria-hidden="true" />
        </button>
        {!mobile && (
          <>
            <button
              type="button"
              className="button quiet icon"
              aria-label="Keyboard shortcuts"
              title="Keyboard shortcuts"
              onClick={() => openOver('shortcuts')}
            >
              <Keyboard aria-hidden="true" />
            </button>
            <ThemeToggle />
          </>
        )}
        <DoneButton />
      </div>
    </header>
  );
}
