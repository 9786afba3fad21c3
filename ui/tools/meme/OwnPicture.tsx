import { useMemo } from 'react';
import { localUrlOf } from '../../media/mediaTable.ts';
import { ScenePicture } from '../../preview/ScenePicture.tsx';
import { sourceProject } from '../compileDraft.ts';
import type { DraftSource } from '../storedDrafts.ts';

/** Thumbnail of the user's file. */
export default function OwnPicture({ source }: { source: DraftSource }) {
  const project = useMemo(() => sourceProject({ sources: [source], settings: {} }), [source]);
  return project && <ScenePicture project={project} urlOf={localUrlOf} />;
}
