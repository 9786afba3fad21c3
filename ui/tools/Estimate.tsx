import { useSnapshot } from 'valtio';
import type { Project } from '../../engine/project/project.ts';
import { mayCopy } from '../../engine/timeline/mayCopy.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { mediaTable } from '../media/mediaTable.ts';
import { Switch } from '../studio/controls/Switch.tsx';
import { setField } from './drafts.ts';
import { EstimateLine } from './EstimateLine.tsx';
import { estimateWords } from './estimateWords.ts';
import type { Draft } from './storedDrafts.ts';

interface Props {
  tool: Tool;
  draft: Draft;
  /** undefined while something is wrong with the draft. */
  project: Project | undefined;
  /** What is wrong with it, where no field says so. */
  refusal: string | undefined;
}

/** What will come out: its format, length, size in pixels and, where it can be told, bytes; and whether it is a copy. */
export function Estimate({ tool, draft, project, refusal }: Props) {
  const { byUrl } = useSnapshot(mediaTable);
  const [source] = draft.sources;
  const isForced = draft.settings.alwaysEncode === true;
  const isCopy = project !== undefined && mayCopy({ ...project, alwaysEncode: false });
  const size = isCopy && !isForced && source ? byUrl[source.url]?.size : undefined;
  const copied = size === undefined ? undefined : { size, duration: source?.duration ?? 0 };
  return (
    <div className="tool-estimate">
      <EstimateLine words={project && estimateWords(project, copied)} refusal={refusal} />
      {isCopy && (
        <Switch
          label={isForced ? 'Encoded again' : 'Kept in original quality'}
          hint={isForced ? 'All pictures are encoded.' : 'Pictures are copied where the file allows it.'}
          on={!isForced}
          onChange={(on) => setField(tool, 'alwaysEncode', on ? undefined : true)}
        />
      )}
    </div>
  );
}
