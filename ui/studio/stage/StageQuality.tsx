import { useSnapshot } from 'valtio';
import { QualitySign } from '../../preview/QualitySign.tsx';
import { shownQuality } from './useStagePreview.ts';

/** Says on the canvas that it is drawn less sharply while it plays. */
export function StageQuality() {
  return <QualitySign share={useSnapshot(shownQuality).share} />;
}
