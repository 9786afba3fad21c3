import { FolderOpen, Keyboard, Redo2, Undo2 } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { Brand } from '../components/Brand.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { ThemeToggle } from '../components/ThemeToggle.tsx';
import { DoneButton } from './DoneButton.tsx';
import { ProjectName, SaveStatus } from './ProjectName.tsx';
import { openSheet } from './state/go.ts';
import { redoChange, studio, undoChange } from './state/studio.ts';
import { useIsMobile } from './useIsMobile.ts';

/**
 * The header: home link, project name, undo, redo and DONE.
 * @param props.isBare omits the home link and DONE, as on the timeline.
 * @param props.onDone what DONE does on screens such as the audio's; by default it submits the project.
 */
export function StudioHeader({
  isBare = false,
  onDone,
}: {
  isBare?: boolean | undefined;
  onDone?: (() => void) | undefined;
}) {
  const { canUndo, canRedo } = useSnapshot(studio);
  const mobile = useIsMobile();
  return (
    <header className="studio-header">
      <div className="studio-header-side">
        {!isBare && (
          <Link href="/" className="brand" aria-label="Studio, to the home page">
            <Brand size={28} />
            {!mobile && 'Studio'}
          </Link>
        )}
        <IconButton icon={FolderOpen} label="Projects" onClick={() => openSheet('projects')} />
        {!mobile && <ProjectName />}
        {!mobile && <SaveStatus />}
      </div>
      <div className="studio-header-side">
        <div className="studio-header-side" data-beside-sheet>
          <IconButton icon={Undo2} label="Undo" disabled={!canUndo} onClick={undoChange} />
          <IconButton icon={Redo2} label="Redo" disabled={!canRedo} onClick={redoChange} />
        </div>
        {!mobile && (
          <>
            <IconButton icon={Keyboard} label="Keyboard shortcuts" onClick={() => openSheet('shortcuts')} />
            <LanguageSwitch />
            <ThemeToggle />
          </>
        )}
        {!isBare && (onDone ? <EndButton onClick={onDone} /> : <DoneButton />)}
      </div>
    </header>
  );
}

/** The screen's own button is the primary one. */
function EndButton({ onClick }: { onClick: () => void }) {
  return (
    <div className="done">
      <button type="button" className="button plain" onClick={onClick}>
        DONE
      </button>
    </div>
  );
}
