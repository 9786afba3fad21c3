import { Download, RotateCcw } from 'lucide-react';
import { useMemo } from 'react';
import type { Project } from '../../../engine/project/project.ts';
import { FactList } from '../../components/FactList.tsx';
import { LiveRegion } from '../../components/LiveRegion.tsx';
import { saveBlob } from '../../components/saveFile.ts';
import { formatInWords, lengthInWords, sizeInWords } from '../../components/words.ts';
import { focusTarget } from '../../state/focus.ts';
import { type ExportedFile, exportHere } from '../state/exportHere.ts';
import { projectFingerprint } from '../state/projectFingerprint.ts';
import { ExportPreview } from './ExportPreview.tsx';
import { useSheetFocus } from './useSheetFocus.ts';

/** The exported file of the open project, with preview and download. */
export function ExportReady({ made, project }: { made: ExportedFile; project: Project }) {
  const place = useSheetFocus();
  const isOld = useMemo(() => projectFingerprint(project) !== made.print, [project, made]);
  return (
    <div className="export-here" ref={place}>
      <ExportPreview made={made} />
      <LiveRegion>The file is ready.</LiveRegion>
      <FactList
        facts={[
          ['Format', formatInWords(made.blob.type)],
          ['Dimensions', `${made.width} × ${made.height}`],
          ['Length', made.duration > 0 ? lengthInWords(made.duration) : ''],
          ['Size', sizeInWords(made.blob.size)],
        ]}
      />
      {isOld && <p className="soft">The project has been changed since this was made.</p>}
      <div className="export-actions">
        <button
          ref={focusTarget('export')}
          type="button"
          className="button primary"
          onClick={() => saveBlob(made.name, made.blob)}
        >
          <Download aria-hidden="true" />
          Download
        </button>
        <button type="button" className="button plain" onClick={() => void exportHere()}>
          <RotateCcw aria-hidden="true" />
          Create again
        </button>
      </div>
    </div>
  );
}
