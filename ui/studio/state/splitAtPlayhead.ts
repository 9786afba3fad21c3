import { findLayer } from '../../../engine/edit/find.ts';
import { splitLayer } from '../../../engine/edit/layerTime.ts';
import { newId } from '../../../engine/project/id.ts';
import { showError } from '../../client/page/notices.ts';
import { openAdded } from './layers.ts';
import { shownTime } from './playback.ts';
import { change, startOf, studio } from './studio.ts';

/** Splits a layer at the playhead and selects the second part. Shows an error if that is impossible. */
export function splitAtPlayhead(layerId: string): void {
  const found = findLayer(studio.project, layerId);
  if (!found) return;
  const ids: string[] = [];
  const makeId = () => {
    ids.push(newId());
    return ids.at(-1) as string;
  };
  const split = splitLayer(studio.project, layerId, shownTime() - startOf(found.scene.id), makeId);
  if (split.ok) {
    change(() => split.value);
    openAdded(ids.slice(0, 1));
  } else showError(split.problems[0]?.message);
}
