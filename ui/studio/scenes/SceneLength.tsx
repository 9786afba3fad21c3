import { useState } from 'react';
import { moveSceneEnd } from '../../../engine/edit/sceneLength.ts';
import { isStill } from '../../../engine/project/output.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { sceneDuration } from '../../../engine/timeline/durations.ts';
import { parseLength } from '../../components/numbers.ts';
import { showError } from '../../state/notices.ts';
import { t } from '../../texts/t.ts';
import { secondsWords } from '../controls/secondsWords.ts';
import { change } from '../state/studio.ts';
import { lengthReason } from './lengthWords.ts';

interface Props {
  project: Project;
  scene: Scene;
  /** Index of the scene, from 0. */
  index: number;
}

/** Duration of a scene: a field, or plain text if its video or the audio determines it. */
export function SceneLength({ project, scene, index }: Props) {
  const [draft, setDraft] = useState<string>();
  const length = t(secondsWords(sceneDuration(project, scene)));
  const reason = lengthReason(project, scene);
  if (reason) {
    return (
      <span className="scene-length numbers" title={reason}>
        {length}
        <span className="unseen">. {reason}</span>
      </span>
    );
  }
  const commit = () => {
    setDraft(undefined);
    const text = (draft ?? '').replace(/\s*s$/, '');
    if (draft === undefined || text === '') return;
    const seconds = parseLength(text);
    if (seconds.ok) change((now) => moveSceneEnd(now, scene.id, seconds.value));
    else showError(seconds.problems[0]?.message);
  };
  return (
    <input
      className="scene-length numbers"
      aria-label={`Length of Scene ${index + 1}`}
      title="Length in seconds or minutes:seconds"
      // Minutes need a colon, which phones' numeric keyboards lack.
      inputMode="text"
      autoComplete="off"
      spellCheck={false}
      maxLength={12}
      placeholder="Still"
      value={draft ?? (isStill(project) ? '' : length)}
      onFocus={(event) => event.target.select()}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setDraft(undefined);
      }}
    />
  );
}
