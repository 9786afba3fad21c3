import { useSnapshot } from 'valtio';
import { estimateBytes } from '../../engine/edit/outputBytes.ts';
import { resultSize } from '../../engine/layout/canvasSize.ts';
import { isStill, outputTitle } from '../../engine/project/output.ts';
import type { Project } from '../../engine/project/project.ts';
import { totalDuration } from '../../engine/timeline/durations.ts';
import { mayCopy } from '../../engine/timeline/mayCopy.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { lengthInWords, sizeInWords } from '../components/words.ts';
import { mediaTable } from '../media/mediaTable.ts';
import { Switch } from '../studio/controls/Switch.tsx';
import { setField } from './drafts.ts';
import type { Draft } from './storedDrafts.ts';

interface Props {
  tool: Tool;
  draft: Draft;
  /** undefined while something is wrong with the draft. */
  project: Project | undefined;
}

/** What will come out: its format, length, size in pixels and, where it can be told, bytes; and whether it is a copy. */
export function Estimate({ tool, draft, project }: Props) {
  const { byUrl } = useSnapshot(mediaTable);
  const [source] = draft.sources;
  const isForced = draft.settings.alwaysEncode === true;
  const isCopy = project !== undefined && mayCopy({ ...project, alwaysEncode: false });
  const bytes =
    project && bytesOf(project, isCopy && !isForced ? source && byUrl[source.url]?.size : undefined, source);
  return (
    <div className="tool-estimate">
      <p className="numbers" role="status">
        {project ? [...factsOf(project), ...(bytes ? [bytes] : [])].join(' · ') : '\u00a0'}
      </p>
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

function factsOf(project: Project): string[] {
  const { output } = project;
  const ending = outputTitle(output);
  const length = isStill(project) ? [] : [lengthInWords(totalDuration(project))];
  if (output?.type === 'audio') return [ending, ...length];
  const { width, height } = resultSize(project);
  return [ending, ...length, `${width} × ${height}`];
}

/** @param copied bytes of the file that is copied; undefined where none is. */
function bytesOf(project: Project, copied: number | undefined, source: { duration: number } | undefined): string {
  const { duration = 0 } = source ?? {};
  const found = estimateBytes(project, copied === undefined ? undefined : { size: copied, duration });
  if (!found) return '';
  const [least, most] = [sizeInWords(found.least), sizeInWords(found.most)];
  return least === most ? `about ${most}` : `${least} to ${most}`;
}
