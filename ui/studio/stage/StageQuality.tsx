import { useSnapshot } from 'valtio';
import { QualitySign } from '../../preview/QualitySign.tsx';
import { shownQuality } from './useStagePreview.ts';

/** Shows a sign on the canvas while playback uses a reduced resolution. */
export function StageQuality() {
  return <QualitySign share={useSnapshot(shownQuality).share} />;
}
