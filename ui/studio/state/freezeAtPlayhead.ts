import { findLayer } from '../../../engine/edit/find.ts';
import { freezeFrame } from '../../../engine/edit/freeze.ts';
import { newId } from '../../../engine/project/id.ts';
import { showError } from '../../state/notices.ts';
import { openAdded } from './layers.ts';
import { pause, shownTime } from './playback.ts';
import { change, startOf, studio } from './studio.ts';

/** Freezes the frame of a video at the playhead and selects the frozen clip. Shows an error if that is impossible. */
export function freezeAtPlayhead(layerId: string): void {
  const found = findLayer(studio.project, layerId);
  if (!found) return;
  pause();
  const frozen = freezeFrame(studio.project, layerId, shownTime() - startOf(found.scene.id), newId);
  if (frozen.ok) {
    change(() => frozen.value.project);
    openAdded([frozen.value.frozenId]);
  } else showError(frozen.problems[0]?.message);
}
