import type { KeyboardEvent, PointerEvent } from 'react';
import { useSnapshot } from 'valtio';
import { outputOptions } from '../../../engine/edit/output.ts';
import { moveSceneEnd } from '../../../engine/edit/sceneLength.ts';
import type { Project } from '../../../engine/project/project.ts';
import { sceneDuration } from '../../../engine/timeline/durations.ts';
import { snapTargets } from '../../../engine/timeline/snapTime.ts';
import { type SceneSpan, sceneSpans } from '../../../engine/timeline/spans.ts';
import { showNote } from '../../client/page/notices.ts';
import { edgeKeys, secondsOf } from '../../kit/timeKeys.ts';
import { secondsWords } from '../../kit/words.ts';
import { shownBeats } from '../beats/beats.ts';
import { lengthReason } from '../scenes/SceneCard.tsx';
import { pause, shownTime } from '../state/playback.ts';
import { change, endStep, studio } from '../state/studio.ts';
import { dragTime } from './dragBar.ts';
import { timelineDrag } from './timelineDrag.ts';
import { scrollIntoViewLater } from './view.ts';

interface Props {
  project: Project;
  span: SceneSpan;
  /** CSS pixels per second. */
  scale: number;
  /** Whether a transition button follows the scene. */
  hasTransition: boolean;
}

/**
 * The handle at a scene's end. Dragging or the arrow keys change the duration; a scene timed by videos trims the one
 * that ends last.
 */
export function SceneEnd({ project, span, scale, hasTransition }: Props) {
  const { scene, sceneIndex, start, end } = span;
  const isMoved = useSnapshot(timelineDrag).sceneId === scene.id;
  const isFixed = outputOptions(project, scene).lengthBy === 'audio';
  const reason = lengthReason(project, scene);
  const length = secondsWords(end - start);
  const drag = (press: PointerEvent<HTMLElement>) => {
    if (isFixed) {
      showNote(reason ?? '');
      return;
    }
    dragTime(press, true, () => ({
      scale,
      edges: [end],
      targets: [...snapTargets(studio.project, [span], undefined, shownTime()), ...shownBeats(studio.project)],
      shown: shownTime(),
      edit: (now, at) => moveSceneEnd(now, scene.id, at - start),
      edgesIn: (now) => [sceneSpans(now)[sceneIndex]?.end ?? end],
      onStart: () => {
        timelineDrag.sceneId = scene.id;
      },
    }));
  };
  return (
    <>
      <div
        className="scene-end"
        role="slider"
        tabIndex={0}
        aria-label={`End of Scene ${sceneIndex + 1}`}
        aria-orientation="horizontal"
        aria-disabled={isFixed || undefined}
        aria-valuemin={0}
        aria-valuenow={end - start}
        aria-valuetext={length}
        title={reason ?? `${length} long; drag to change that`}
        data-transition={hasTransition || undefined}
        onPointerDown={drag}
        onKeyDown={(event) => !isFixed && moveByKey(event, scene.id)}
        onKeyUp={({ key }) => /^(Arrow|Page)/.test(key) && endStep()}
      />
      {isMoved && <span className="bar-times scene-times numbers">{length}</span>}
    </>
  );
}

function moveByKey(event: KeyboardEvent<HTMLElement>, sceneId: string): void {
  const by = secondsOf(event, edgeKeys);
  const scene = studio.project.scenes.find(({ id }) => id === sceneId);
  if (by === undefined || !scene) return;
  event.preventDefault();
  pause();
  change((now) => moveSceneEnd(now, sceneId, sceneDuration(now, scene) + by), `scene-end:${sceneId}`);
  scrollIntoViewLater(event.currentTarget);
}
