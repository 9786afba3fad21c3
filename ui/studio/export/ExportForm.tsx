import { CircleAlert, Download, Hammer } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { isStill, outputTitle } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { FactList } from '../../components/FactList.tsx';
import { saveBlob } from '../../components/saveFile.ts';
import { lengthInWords } from '../../components/words.ts';
import { focusTarget } from '../../state/focus.ts';
import { exportHere, exporting } from '../state/exportHere.ts';
import { PartAway } from './PartAway.tsx';
import { useSheetFocus } from './useSheetFocus.ts';

interface Props {
  project: Project;
  /** Why export is impossible; '' if it is possible; undefined while checking. */
  why: string | undefined;
  /** Whether the last export belongs to another project. */
  isOther: boolean;
}

/** A summary of the output with the export button, or why export is impossible. */
export function ExportForm({ project, why, isOther }: Props) {
  const { error } = useSnapshot(exporting);
  const place = useSheetFocus();
  const { width, height } = canvasSize(project);
  const failure = isOther ? '' : error;
  return (
    <div className="export-here" ref={place}>
      <p className="soft">The file is created on this device. Nothing is uploaded. A slow device takes longer.</p>
      <FactList
        facts={[
          ['Format', outputTitle(project.output)],
          ['Dimensions', `${width} × ${height}`],
          ['Length', isStill(project) ? '' : lengthInWords(totalDuration(project))],
        ]}
      />
      {(why || failure) && (
        <p className="export-problem" role="alert">
          <CircleAlert aria-hidden="true" />
          {why || failure}
        </p>
      )}
      {why === undefined && <PartAway />}
      <div className="export-actions">
        <button
          ref={why === '' ? focusTarget('export') : null}
          type="button"
          className="button primary"
          disabled={why !== ''}
          aria-busy={why === undefined}
          onClick={() => void exportHere()}
        >
          <Hammer aria-hidden="true" />
          {why === undefined ? 'Loading ...' : failure ? 'Try again' : 'Create the file'}
        </button>
      </div>
      {isOther && <OtherFile />}
    </div>
  );
}

/** Offers the last exported file of another project, so that it is not lost. */
function OtherFile() {
  const { made, name } = useSnapshot(exporting);
  if (!made) return null;
  return (
    <div className="export-other">
      <p>The previous file for “{name}” is still here.</p>
      <button type="button" className="button plain" onClick={() => saveBlob(made.name, made.blob as Blob)}>
        <Download aria-hidden="true" />
        Download
      </button>
    </div>
  );
}
