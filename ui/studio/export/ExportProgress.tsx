import { X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { LiveRegion, tenths } from '../../components/LiveRegion.tsx';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import { focusTarget } from '../../state/focus.ts';
import { cancelExport, exporting } from '../state/exportHere.ts';
import { PartAway } from './PartAway.tsx';
import { useSheetFocus } from './useSheetFocus.ts';

/** Progress of the export. @param props.isOther whether it exports another project than the open one. */
export function ExportProgress({ isOther }: { isOther: boolean }) {
  const { ratio, text, name, isFetching } = useSnapshot(exporting);
  const place = useSheetFocus();
  const what = isOther ? `Creating the file for “${name}”` : 'Creating the file';
  return (
    <div className="export-here" ref={place}>
      {isOther && <p>{what}, started before this project was opened.</p>}
      <p className="export-progress">
        <strong className="numbers">{Math.floor(ratio * 100)}%</strong>
        <span className="soft numbers">{text}</span>
      </p>
      <ProgressBar value={ratio} label={what} />
      <LiveRegion>{`${what}, ${tenths(ratio)}`}</LiveRegion>
      {isFetching && <PartAway />}
      <p className="soft">
        {isOther
          ? 'Create the file for this project when the other one is done or canceled.'
          : 'You can close this and edit the project; the file is created as requested.'}
      </p>
      <div className="export-actions">
        <button ref={focusTarget('export')} type="button" className="button plain" onClick={cancelExport}>
          <X aria-hidden="true" />
          Cancel
        </button>
      </div>
    </div>
  );
}
