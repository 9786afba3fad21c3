import { CircleAlert, Download, Hammer, RotateCcw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { submitProblems } from '../../../engine/timeline/submitProblems.ts';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import { Spoken, tenths } from '../../components/Spoken.tsx';
import { saveBlob } from '../../components/saveFile.ts';
import { formatInWords, lengthInWords, sizeInWords } from '../../components/words.ts';
import { type MadeFile, makeHere, making, stopMaking, whyNotHere } from '../state/exportHere.ts';
import { studio } from '../state/studio.ts';
import { Facts } from './Facts.tsx';
import { Made } from './Made.tsx';

/** Route export: the open project's file, made by this browser without a server. */
export default function ExportHere() {
  const { step, made } = useSnapshot(making);
  if (step === 'running') return <Running />;
  if (step === 'done' && made) return <Ready made={made as MadeFile} />;
  return <Offer />;
}

/** What will come out, and the way to it, or why there is none. */
function Offer() {
  const { project } = useSnapshot(studio) as { project: Project };
  const { error } = useSnapshot(making);
  const why = useWhyNot(project);
  const { width, height } = canvasSize(project);
  return (
    <div className="export-here">
      <p className="soft">
        The file is made on this device, without the server. Nothing is sent. It takes longer on a slow device.
      </p>
      <Facts
        facts={[
          ['Format', formatOf(project)],
          ['Dimensions', `${width} × ${height}`],
          ['Length', project.isImage ? '' : lengthInWords(totalDuration(project))],
        ]}
      />
      {(why || error) && (
        <p className="export-problem" role="alert">
          <CircleAlert aria-hidden="true" />
          {why || error}
        </p>
      )}
      <div className="export-actions">
        <button
          type="button"
          className="button primary"
          disabled={why === undefined || why !== ''}
          onClick={() => void makeHere()}
        >
          <Hammer aria-hidden="true" />
          {error ? 'Try again' : 'Make the file'}
        </button>
      </div>
    </div>
  );
}

function Running() {
  const { ratio, text } = useSnapshot(making);
  return (
    <div className="export-here">
      <p className="export-progress">
        <strong className="numbers">{Math.floor(ratio * 100)}%</strong>
        <span className="soft numbers">{text}</span>
      </p>
      <ProgressBar value={ratio} label="Making the file" />
      <Spoken>{`Making the file, ${tenths(ratio)}`}</Spoken>
      <p className="soft">This sheet may be closed and the project changed; the file stays as it was asked for.</p>
      <div className="export-actions">
        <button type="button" className="button plain" onClick={stopMaking}>
          <X aria-hidden="true" />
          Cancel
        </button>
      </div>
    </div>
  );
}

function Ready({ made }: { made: MadeFile }) {
  const { project } = useSnapshot(studio);
  const isOld = project !== made.project;
  return (
    <div className="export-here">
      <Made made={made} />
      <Spoken>The file is ready.</Spoken>
      <Facts
        facts={[
          ['Format', formatInWords(made.blob.type)],
          ['Dimensions', `${made.width} × ${made.height}`],
          ['Length', made.duration > 0 ? lengthInWords(made.duration) : ''],
          ['Size', sizeInWords(made.blob.size)],
        ]}
      />
      {isOld && <p className="soft">The project has been changed since this was made.</p>}
      <div className="export-actions">
        <button type="button" className="button primary" onClick={() => saveBlob(made.name, made.blob)}>
          <Download aria-hidden="true" />
          Download
        </button>
        <button type="button" className="button plain" onClick={() => void makeHere()}>
          <RotateCcw aria-hidden="true" />
          Make again
        </button>
      </div>
    </div>
  );
}

/** Why the project cannot be made here; '' when it can; undefined while that is being found out. */
function useWhyNot(project: Project): string | undefined {
  const [why, setWhy] = useState<string>();
  useEffect(() => {
    let isOpen = true;
    const [problem] = submitProblems(project);
    const tell = (sentence: string) => isOpen && setWhy(sentence);
    if (problem) tell(problem.message);
    else void whyNotHere(project).then(tell, () => tell('A part of this page could not be loaded.'));
    return () => {
      isOpen = false;
    };
  }, [project]);
  return why;
}

function formatOf({ isImage, videoType }: Project): string {
  if (isImage) return 'PNG';
  return videoType === 'gif' ? 'GIF' : 'MP4';
}
