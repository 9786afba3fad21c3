import { Gauge } from 'lucide-react';
import { LiveRegion } from '../kit/progress.tsx';
import './player.css';

/** Badge on a preview that is drawn at a reduced resolution. @param props.share of its sides, 0 to 1. */
export function QualitySign({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <>
      {share < 1 && (
        <span className="quality-sign numbers small" aria-hidden="true">
          <Gauge />
          {`Preview ${percent} %`}
        </span>
      )}
      <LiveRegion>
        {share < 1 ? `The preview plays at ${percent}% resolution to stay smooth. The result has full resolution.` : ''}
      </LiveRegion>
    </>
  );
}
