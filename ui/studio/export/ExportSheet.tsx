import { Download, RotateCcw, SlidersHorizontal, X } from 'lucide-react';
import { type RefObject, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Project } from '../../../engine/project/project.ts';
import { focusTarget, targetOf } from '../../app/focus.ts';
import { saveBlob } from '../../client/page/saveFile.ts';
import { projectFingerprint } from '../../client/projects/projectFingerprint.ts';
import { FactList } from '../../kit/facts.tsx';
import { useFocusHandover } from '../../kit/hooks.ts';
import { LiveRegion, ProgressBar, tenths } from '../../kit/progress.tsx';
import { ratioStyle } from '../../kit/RatioFrame.tsx';
import { formatInWords, lengthInWords, sendingWords, sizeInWords } from '../../kit/words.ts';
import { cancelExport, dropMade, type ExportedFile, exportHere, exporting } from '../state/exportHere.ts';
import { studio } from '../state/studio.ts';
import { submission } from '../state/submission.ts';
import { stopSubmitting } from '../state/submit.ts';
import { ExportForm, type ExportFormProps, PartAway, useWhyNot } from './ExportForm.tsx';
import './export.css';

/** Route export: the settings of an export, its progress, and the file that this browser created. */
export function ExportSheet() {
  const { step, made, projectId, error } = useSnapshot(exporting);
  const sending = useSnapshot(submission);
  const open = useSnapshot(studio);
  const project = open.project as Project;
  const why = useWhyNot(project);
  const isOther = projectId !== open.projectId;
  if (step === 'running') return <ExportProgress isOther={isOther} />;
  if (sending.step !== 'idle') return <SendingProgress isOther={sending.projectId !== open.projectId} />;
  if (made && !isOther) return <ExportReady made={made as ExportedFile} project={project} />;
  return <ExportStart project={project} why={why} failure={isOther ? '' : error} isOther={isOther} />;
}

/** The settings of an export. @param props.isOther whether the last export belongs to another project. */
function ExportStart({ isOther, ...form }: ExportFormProps & { isOther: boolean }) {
  const place = useSheetFocus();
  return (
    <div className="stack-2" ref={place}>
      <ExportForm {...form} />
      {isOther && <OtherFile />}
    </div>
  );
}

/** Progress of the upload for an export on the server, whose page opens then. */
function SendingProgress({ isOther }: { isOther: boolean }) {
  const { step, sent, total, name } = useSnapshot(submission);
  const place = useSheetFocus();
  const share = step === 'uploading' && total > 0 ? sent / total : undefined;
  const words = sendingWords(share);
  return (
    <div className="stack-2" ref={place}>
      {isOther && <p>Uploading “{name}”.</p>}
      <p className="export-progress numbers">{words}</p>
      <ProgressBar value={share} label="Sending the project" />
      <LiveRegion>{share === undefined ? words : `Uploading, ${tenths(share)}`}</LiveRegion>
      <p className="soft">The page of the video opens when the server has everything.</p>
      <div className="wrap export-actions">
        <button ref={focusTarget('export')} type="button" className="button plain" onClick={stopSubmitting}>
          <X aria-hidden="true" />
          Cancel
        </button>
      </div>
    </div>
  );
}

/** Offers the last exported file of another project, so that it is not lost. */
function OtherFile() {
  const { made, name } = useSnapshot(exporting);
  if (!made) return null;
  return (
    <div className="row wrap split export-other">
      <p>The previous file for “{name}” is still here.</p>
      <button type="button" className="button plain" onClick={() => saveBlob(made.name, made.blob as Blob)}>
        <Download aria-hidden="true" />
        Download
      </button>
    </div>
  );
}

/** A preview of the exported file. */
function ExportPreview({ made }: { made: ExportedFile }) {
  return (
    <div className="card center export-made" style={ratioStyle(made)}>
      {made.blob.type.startsWith('video/') ? (
        // biome-ignore lint/a11y/useMediaCaption: captions of a render are painted into it.
        <video src={made.url} controls playsInline preload="metadata" aria-label="The finished video" />
      ) : (
        <img src={made.url} alt="The finished file" />
      )}
    </div>
  );
}

/** Progress of the export. @param props.isOther whether it exports another project than the open one. */
function ExportProgress({ isOther }: { isOther: boolean }) {
  const { ratio, text, name, isFetching } = useSnapshot(exporting);
  const place = useSheetFocus();
  const what = isOther ? `Creating the file for “${name}”` : 'Creating the file';
  return (
    <div className="stack-2" ref={place}>
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
          : 'You can close this and edit the project. Later changes are not part of this file.'}
      </p>
      <div className="wrap export-actions">
        <button ref={focusTarget('export')} type="button" className="button plain" onClick={cancelExport}>
          <X aria-hidden="true" />
          Cancel
        </button>
      </div>
    </div>
  );
}

/** The exported file of the open project, with preview and download. */
function ExportReady({ made, project }: { made: ExportedFile; project: Project }) {
  const place = useSheetFocus();
  const isOld = useMemo(() => projectFingerprint(project) !== made.print, [project, made]);
  return (
    <div className="stack-2" ref={place}>
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
      <div className="wrap export-actions">
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
        <button type="button" className="button plain" onClick={dropMade}>
          <SlidersHorizontal aria-hidden="true" />
          Change settings
        </button>
      </div>
    </div>
  );
}

/** Moves focus from one step of the sheet to the first button of the next. @returns a ref for the step's element. */
function useSheetFocus(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useFocusHandover(place, () => targetOf('export') ?? targetOf('sheet'));
  return place;
}
