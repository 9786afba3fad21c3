import { type ScreenId, screenOf } from '../app/screens.ts';
import { showError } from '../client/page/notices.ts';
import { chooseAudio } from './audio/audioTrack.ts';
import { targetOfDrag } from './images/Upload.tsx';
import { addDropped } from './rows/manyFiles.ts';
import { addFiles } from './state/addFiles.ts';
import { studio } from './state/studio.ts';

/** Handles dropped files as the screen does that they were dropped on. */
export function acceptDrop(files: File[], screen: ScreenId | undefined): void {
  const { drop } = screenOf(screen) ?? {};
  if (drop === 'refused')
    showError(
      screen === 'trimmer'
        ? 'Finish trimming first. Then files can be added.'
        : 'Close this panel first. Then files can be added.',
    );
  else if (drop === 'audio') chooseAudio(files);
  else if (drop === 'many') addDropped(files);
  else {
    const replace = (drop === 'replace' && studio.selectedLayerId) || targetOfDrag(files);
    void addFiles(files, replace ? { replace } : {});
  }
}
