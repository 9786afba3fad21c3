import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { outputSize, projectOf } from '../../../engine/tools/source.ts';
import { localUrlOf, mediaTable } from '../../media/mediaTable.ts';
import { pictureKey } from '../../media/stills.ts';
import { ScenePicture } from '../../preview/ScenePicture.tsx';
import type { DraftSource } from '../storedDrafts.ts';
import { clipWindow } from './clipEdits.ts';

/** Delay between the last trim change and the new thumbnail, in milliseconds. */
const REST_MS = 400;

/** Thumbnail of a clip; for a video, of a frame inside its trim. */
export function ClipThumb({ source }: { source: DraftSource }) {
  const files = useSnapshot(mediaTable);
  const { start, end } = clipWindow(source);
  const window = useRested(`${start} ${end}`);
  const { url, width, height } = source;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `window` represents the clip's settings, debounced.
  const project = useMemo(() => projectOfClip(source), [url, width, height, window]);
  return (
    <span className="clip-thumb">
      {project && <ScenePicture project={project} urlOf={localUrlOf} mediaKey={pictureKey(files, url)} />}
    </span>
  );
}

function projectOfClip(source: DraftSource): Project | undefined {
  const { clip: _, ...file } = source;
  const { start: startTime, end: endTime } = clipWindow(source);
  const plain = projectOf(file, { size: outputSize(file), span: { startTime, endTime }, background: '#000000' });
  const parsed = plain.ok ? parseProject(plain.value) : plain;
  return parsed.ok ? parsed.value : undefined;
}

function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
