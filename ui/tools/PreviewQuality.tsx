import { useSnapshot } from 'valtio';
import { QualitySign } from '../preview/QualitySign.tsx';
import type { ProjectPlayer } from './projectPlayer.ts';

/** Shows over a preview that it is drawn at a reduced resolution. */
export function PreviewQuality({ player }: { player: ProjectPlayer }) {
  return <QualitySign share={useSnapshot(player.state).quality} />;
}
