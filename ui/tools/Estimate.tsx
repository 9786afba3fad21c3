import { useSnapshot } from 'valtio';
import type { Project } from '../../engine/project/project.ts';
import { mayCopy } from '../../engine/timeline/mayCopy.ts';
import { mediaTable } from '../media/mediaTable.ts';
import { EstimateLine } from './EstimateLine.tsx';
import { estimateWords } from './estimateWords.ts';
import type { Draft } from './storedDrafts.ts';

interface Props {
  draft: Draft;
  /** undefined while the draft has problems. */
  project: Project | undefined;
  /** Problem of the draft that no field shows. */
  refusal: string | undefined;
}

/** Shows the expected format, length and pixel size of the result, and its bytes where they can be estimated. */
export function Estimate({ draft, project, refusal }: Props) {
  const { byUrl } = useSnapshot(mediaTable);
  const [source] = draft.sources;
  const size = project && source && mayCopy(project) ? byUrl[source.url]?.size : undefined;
  const copied = size === undefined ? undefined : { size, duration: source?.duration ?? 0 };
  return <EstimateLine words={project && estimateWords(project, copied)} refusal={refusal} />;
}
