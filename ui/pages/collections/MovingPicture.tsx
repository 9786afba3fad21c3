import { useEffect, useRef, useState } from 'react';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import type { Sample } from '../../client/projects/samples.ts';
import { readTemplate } from '../../client/projects/samples.ts';
import { useLoopPreview } from '../../player/useLoopPreview.ts';

/** Plays a template over its image, without audio. If it cannot be loaded, the image stays. */
export function MovingPicture({ id }: { id: string }) {
  const [sample, setSample] = useState<Sample>();
  useEffect(() => {
    let ended = false;
    readTemplate(id).then(
      (read) => !ended && setSample(read),
      () => undefined,
    );
    return () => {
      ended = true;
    };
  }, [id]);
  return sample ? <Played sample={sample} /> : null;
}

/** Seconds before the end at which the loop restarts, because players stop at the end. */
const BEFORE_END = 0.08;

function Played({ sample: { id, project } }: { sample: Sample }) {
  const place = useRef<HTMLSpanElement>(null);
  const loop = totalDuration(project) - BEFORE_END;
  useLoopPreview(place, { project, loop, run: id, isPlaying: true, urlOf: same, mode: 'canvas2d' });
  return <span ref={place} className="cover template-moving" />;
}

function same(url: string): string {
  return url;
}
