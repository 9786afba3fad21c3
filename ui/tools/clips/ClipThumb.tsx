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

/** How long a trim rests before the picture follows, milliseconds. */
const REST_MS = 400;

/** A small picture of a clip: of a video, one from what of it is seen. */
export function ClipThumb({ source }: { source: DraftSource }) {
  const files = useSnapshot(mediaTable);
  const { start, end } = clipWindow(source);
  const window = useRested(`${start} ${end}`);
  const { url, width, height } = source;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the window stands for the clip's own settings, at rest.
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
