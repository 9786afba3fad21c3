import { useSnapshot } from 'valtio';
import { QualitySign } from '../preview/QualitySign.tsx';
import type { ProjectPlayer } from './projectPlayer.ts';

/** Says over a preview that it is drawn with fewer pixels than usual. */
export function PreviewQuality({ player }: { player: ProjectPlayer }) {
  return <QualitySign share={useSnapshot(player.state).quality} />;
}
