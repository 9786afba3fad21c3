import { CircleAlert, Download, Hammer, RotateCcw, X } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { isStill, outputTitle } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { submitProblems } from '../../../engine/timeline/submitProblems.ts';
import { focusTarget, targetOf } from '../../app/focus.ts';
import { saveBlob } from '../../client/page/saveFile.ts';
import { server } from '../../client/page/server.ts';
import { projectFingerprint } from '../../client/projects/projectFingerprint.ts';
import { FactList } from '../../kit/facts.tsx';
import { useFocusHandover } from '../../kit/hooks.ts';
import { LiveRegion, ProgressBar, tenths } from '../../kit/progress.tsx';
import { ratioStyle } from '../../kit/RatioFrame.tsx';
import { formatInWords, lengthInWords, sizeInWords } from '../../kit/words.ts';
import { cancelExport, type ExportedFile, exportHere, exporting, whyNotExportable } from '../state/exportHere.ts';
import { studio } from '../state/studio.ts';
import './export.css';

/** Route export: exports the open project in this browser, without a server. */
export function ExportSheet() {
  const { step, made, projectId } = useSnapshot(exporting);
  const open = useSnapshot(studio);
  const project = open.project as Project;
  const why = useWhyNot(project);
  const isOther = projectId !== open.projectId;
  if (step === 'running') return <ExportProgress isOther={isOther} />;
  if (made && !isOther) return <ExportReady made={made as ExportedFile} project={project} />;
  return <ExportForm project={project} why={why} isOther={isOther} />;
}

/** Why the project cannot be exported; '' if it can; undefined while checking. */
function useWhyNot(project: Project): string | undefined {
  const [why, setWhy] = useState<string>();
  useEffect(() => {
    let isOpen = true;
    const [problem] = submitProblems(project);
    const showReason = (sentence: string) => isOpen && setWhy(sentence);
    if (problem) showReason(problem.message);
    else void whyNotExportable(project).then(showReason, () => showReason('Part of this page could not be loaded.'));
    return () => {
      isOpen = false;
    };
  }, [project]);
  return why;
}

interface ExportFormProps {
  project: Project;
  /** Why export is impossible; '' if it is possible; undefined while checking. */
  why: string | undefined;
  /** Whether the last export belongs to another project. */
  isOther: boolean;
}

/** A summary of the output with the export button, or why export is impossible. */
export function ExportForm({ project, why, isOther }: ExportFormProps) {
  const { error } = useSnapshot(exporting);
  const place = useSheetFocus();
  const { width, height } = canvasSize(project);
  const failure = isOther ? '' : error;
  return (
    <div className="stack-2" ref={place}>
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
      <div className="wrap export-actions">
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
      </div>
    </div>
  );
}

/** Explains that a chunk of the page is missing while the server is unreachable. */
function PartAway() {
  const { reachable } = useSnapshot(server);
  if (reachable) return null;
  return <p role="alert">Part of this page is still loading. It appears as soon as the server responds again.</p>;
}

/** Moves focus from one step of the sheet to the first button of the next. @returns a ref for the step's element. */
function useSheetFocus(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useFocusHandover(place, () => targetOf('export') ?? targetOf('sheet'));
  return place;
}
