import { CircleAlert, Hammer, MonitorDown, Server } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { UNNAMED } from '../../../api/contract/unnamed.ts';
import { sizesOfRatio, withCanvasSize } from '../../../engine/edit/canvas.ts';
import { estimateBytes, roughBytes } from '../../../engine/edit/outputBytes.ts';
import { applyPreset, platformPresets, presetOf } from '../../../engine/edit/platformPresets.ts';
import { renameProject } from '../../../engine/edit/renameProject.ts';
import { resultSize } from '../../../engine/layout/canvasSize.ts';
import { fileReferences } from '../../../engine/project/media.ts';
import { isSilentMotion, isStill, outputTitle } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { fpsOf, statedRate } from '../../../engine/timeline/frameRate.ts';
import { submitProblems } from '../../../engine/timeline/submitProblems.ts';
import { focusTarget } from '../../app/focus.ts';
import { place } from '../../app/place.ts';
import { mediaTable } from '../../client/media/mediaTable.ts';
import { server } from '../../client/page/server.ts';
import { RadioCards } from '../../kit/choices.tsx';
import { FactList } from '../../kit/facts.tsx';
import { NameField } from '../../kit/NameField.tsx';
import { SelectField } from '../../kit/SelectField.tsx';
import { lengthInWords, sizeInWords } from '../../kit/words.ts';
import { exportHere, whyNotExportable } from '../state/exportHere.ts';
import { EXPORT_HERE, type ExportPlace, exportPlace } from '../state/go.ts';
import { change } from '../state/studio.ts';
import { isHere as isOpen, submission } from '../state/submission.ts';
import { submit } from '../state/submit.ts';
import { Choice } from './Choice.tsx';
import { OutputFields, OutputLink } from './Settings.tsx';
import './export.css';

const places: readonly { value: ExportPlace; title: string; hint: string; icon: ReactNode }[] = [
  {
    value: 'server',
    title: 'On the server',
    hint: 'As DONE does: the media are uploaded, and you can close this page.',
    icon: <Server aria-hidden="true" />,
  },
  {
    value: 'browser',
    title: 'In this browser',
    hint: 'Nothing is uploaded. A slow device takes longer.',
    icon: <MonitorDown aria-hidden="true" />,
  },
];

/** Properties of ExportForm. */
export interface ExportFormProps {
  project: Project;
  /** Why this browser cannot export it; '' if it can; undefined while checking. */
  why: string | undefined;
  /** Why the last export of this project in the browser failed; '' if it did not. */
  failure: string;
}

/** The settings of an export, what it will create, and the button that starts it. */
export function ExportForm({ project, why, failure }: ExportFormProps) {
  const { where } = useSnapshot(exportPlace);
  const { error } = useSnapshot(submission);
  const isHere = where === 'browser';
  const problem = isHere ? why : (submitProblems(project)[0]?.message ?? '');
  const failed = isHere ? failure : error;
  return (
    <>
      <div className="stack-half label">
        <span aria-hidden="true">Name of the file</span>
        <NameField
          label="Name of the file"
          name={project.name ?? ''}
          placeholder={UNNAMED}
          onName={(name) => change((now) => renameProject(now, name))}
        />
      </div>
      <OutputLink project={project} />
      <PresetChoice project={project} />
      <OutputFields key={presetOf(project)?.ids[0]} project={project} />
      <SizeChoice project={project} />
      <RadioCards
        label="Where"
        name="export-place"
        value={where}
        choices={places}
        onChange={(next) => {
          exportPlace.where = next;
        }}
      />
      <div className="stack export-end">
        <Facts project={project} isHere={isHere} />
        {(problem || failed) && (
          <p className="export-problem" role="alert">
            <CircleAlert aria-hidden="true" />
            {problem || failed}
          </p>
        )}
        {problem === undefined && <PartAway />}
        <div className="wrap export-actions">
          <button
            ref={problem === '' ? focusTarget('export') : null}
            type="button"
            className="button primary"
            disabled={problem !== ''}
            aria-busy={problem === undefined}
            onClick={() => void (isHere ? exportHere() : submitFromSheet())}
          >
            <Hammer aria-hidden="true" />
            {problem === undefined ? 'Loading ...' : failed ? 'Try again' : 'Create the file'}
          </button>
          {!isHere && failed && (
            <button
              type="button"
              className="button plain"
              onClick={() => {
                exportPlace.where = 'browser';
                void exportHere();
              }}
            >
              <MonitorDown aria-hidden="true" />
              {EXPORT_HERE}
            </button>
          )}
        </div>
      </div>
    </>
  );
}

/** Submits the project. Failures are shown here while the sheet is open. */
function submitFromSheet(): Promise<void> {
  return submit((message) => {
    if (place.screen !== 'export' || !isOpen()) return false;
    submission.error = message;
    return true;
  });
}

/** Platforms whose size, rate and loudness can be applied at once; hidden for images and audio. */
function PresetChoice({ project }: { project: Project }) {
  if (isStill(project) || project.output.type === 'audio') return null;
  return (
    <SelectField
      label="Settings for"
      value={presetOf(project)?.ids[0]}
      otherwise="Choose a platform"
      choices={platformPresets.map(({ ids: [value], title }) => ({ value, title }))}
      onChange={(id) => {
        const preset = platformPresets.find(({ ids }) => ids[0] === id);
        if (preset) change((now) => applyPreset(now, preset));
      }}
    />
  );
}

/** Sizes of the same shape; hidden for formats that have a width of their own. */
function SizeChoice({ project }: { project: Project }) {
  const sizes = sizesOfRatio(project);
  if (isSilentMotion(project.output) || project.output.type === 'audio') return null;
  const titles = Object.fromEntries(sizes.map(({ width, height }) => [width, `${width} × ${height}`]));
  return (
    <Choice
      label="Size"
      value={project.width}
      choices={sizes.map(({ width }) => width)}
      titles={titles}
      onChange={(width) =>
        change((now) =>
          withCanvasSize(
            now,
            sizes.find((size) => size.width === width),
          ),
        )
      }
    />
  );
}

/** What the export will create, and what it needs. */
function Facts({ project, isHere }: { project: Project; isHere: boolean }) {
  const { byUrl } = useSnapshot(mediaTable);
  const { output } = project;
  const { width, height } = resultSize(project);
  const rate = fpsOf(statedRate(project, (url) => byUrl[url]?.facts?.fps));
  const isMoving = output.type !== 'image' && output.type !== 'audio';
  const paths = new Set(fileReferences(project).map(({ url }) => url));
  const unsent = [...paths].flatMap((url) => (byUrl[url] && byUrl[url].state !== 'uploaded' ? [byUrl[url]] : []));
  const bytes = unsent.reduce((sum, { size, sent }) => sum + size - sent, 0);
  return (
    <FactList
      facts={[
        ['Format', outputTitle(output)],
        ['Dimensions', output.type === 'audio' ? '' : `${width} × ${height}`],
        ['Frame rate', isMoving ? `${Number(rate.toFixed(2))} fps` : ''],
        ['Length', isStill(project) ? '' : lengthInWords(totalDuration(project))],
        ['Expected size', sizeOf(project, rate)],
        ['Upload', !isHere && bytes > 0 ? sizeInWords(bytes) : ''],
      ]}
    />
  );
}

function sizeOf(project: Project, rate: number): string {
  const found = estimateBytes(project) ?? roughBytes(project, rate);
  if (!found) return '';
  const [least, most] = [roundInWords(found.least), roundInWords(found.most)];
  return least === most ? `about ${most}` : `${least} to ${most}`;
}

/** A size with as many digits as an estimate has. */
function roundInWords(bytes: number): string {
  return sizeInWords(Number(bytes.toPrecision(bytes >= 1e6 ? 2 : 1)));
}

/** Explains that a chunk of the page is missing while the server is unreachable. */
export function PartAway() {
  const { reachable } = useSnapshot(server);
  if (reachable) return null;
  return <p role="alert">Part of this page is still loading. It appears as soon as the server responds again.</p>;
}

/** Why the project cannot be exported in this browser; '' if it can; undefined while checking. */
export function useWhyNot(project: Project): string | undefined {
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
