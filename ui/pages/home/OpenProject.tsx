import { Check, CircleAlert, CircleDashed, FileBraces, Image, Link, Music, Play, Video, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Snapshot, useSnapshot } from 'valtio';
import { navigate } from 'wouter/use-browser-location';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { Project } from '../../../engine/project/project.ts';
import type { MediaEntry } from '../../client/media/mediaEntry.ts';
import { mediaTable } from '../../client/media/mediaTable.ts';
import type { NeededMedia } from '../../client/media/references.ts';
import { own } from '../../client/page/t.ts';
import { useFocusHandover } from '../../kit/hooks.ts';
import { ProblemList } from '../../kit/ProblemList.tsx';
import { LiveRegion, ProgressBar, tenths } from '../../kit/progress.tsx';
import { ratioStyle } from '../../kit/RatioFrame.tsx';
import { countInWords, sendingWords, sizeInWords } from '../../kit/words.ts';
import { ScenePicture } from '../../player/ScenePicture.tsx';
import { FileButton } from './FileButton.tsx';
import {
  closeHomeProject,
  dismissProblems,
  localUrlOf,
  renderHomeProject,
  spareFiles,
  stopSending,
} from './homeProject.ts';
import { homeProject } from './openedProject.ts';
import { ProjectFacts } from './ProjectFacts.tsx';
import '../../kit/style/content.css';
import './home.css';

/** The open project: preview, facts, missing media, problems and the render button. */
export function OpenProject() {
  const { name, fileName, project, problems, moreProblems, source, text } = useSnapshot(homeProject);
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls into view for each new project.
  useEffect(() => {
    scrollTo({ top: 0 });
    title.current?.focus({ preventScroll: true });
  }, [name, fileName]);

  return (
    <section className="home-project open" aria-labelledby="open-title">
      {project && problems.length === 0 ? (
        <SceneStage project={project} />
      ) : (
        <ProblemList problems={problems} more={moreProblems} text={source === 'file' ? text : ''} />
      )}
      <div className="stack-3 panel inspector">
        <header className="split inspector-head">
          <div>
            <h1 id="open-title" translate="no" ref={title} tabIndex={-1}>
              {name}
            </h1>
            {project ? <ProjectFacts project={project} /> : <span className="facts soft">{fileName}</span>}
          </div>
          <button type="button" className="button quiet icon" aria-label="Close the project" onClick={closeHomeProject}>
            <X aria-hidden="true" />
          </button>
        </header>
        {problems.length === 0 ? (
          <>
            <MediaList />
            <RenderAction />
          </>
        ) : (
          <Mend count={problems.length} />
        )}
      </div>
    </section>
  );
}

/** Explains how to fix a project with problems. */
function Mend({ count }: { count: number }) {
  const { files, project } = useSnapshot(homeProject);
  return (
    <div className="stack-2">
      <p>
        Fix {countInWords(count, 'problem')} before rendering. Correct the file in your editor, then drop it here again.
        {files.length > 0 && ` Your ${countInWords(files.length, 'media file')} stay here.`}
      </p>
      <FileButton className="button primary large">
        <FileBraces aria-hidden="true" />
        Choose the corrected file
      </FileButton>
      {project && (
        <button type="button" className="button plain" onClick={dismissProblems}>
          Back to the project
        </button>
      )}
    </div>
  );
}

const kinds = { video: Video, image: Image, audio: Music } as const;

/** Files of the open project, their availability and upload progress. */
export function MediaList() {
  const { media, files, source } = useSnapshot(homeProject);
  const { byUrl } = useSnapshot(mediaTable);
  const entryOf = ({ fileName }: NeededMedia) => byUrl[files.find(({ name }) => name === fileName)?.url ?? ''];
  if (source === 'sample' || media.length === 0) return null;
  const missing = media.filter((item) => item.state === 'missing').length;
  const spare = spareFiles();
  return (
    <div className="stack media">
      <div className="media-head">
        <h2>Media</h2>
        <span className={missing > 0 ? 'badge warn' : 'badge good'} role="status">
          {missing > 0 ? `${missing} missing` : 'All files are here'}
        </span>
      </div>
      <ul>
        {media.map((item) => (
          <MediaRow key={item.url} item={item} entry={entryOf(item)} />
        ))}
      </ul>
      {missing > 0 && (
        <FileButton className="button plain">
          {missing === 1 ? 'Add the missing file' : `Add the ${missing} missing files`}
        </FileButton>
      )}
      {spare.length > 0 && (
        <p className="soft small">
          Not used by this project: {spare.slice(0, 3).join(', ')}
          {spare.length > 3 && ` and ${countInWords(spare.length - 3, 'more file')}`}
        </p>
      )}
    </div>
  );
}

function MediaRow({ item, entry }: { item: NeededMedia; entry: Snapshot<MediaEntry> | undefined }) {
  const Kind = kinds[item.kind];
  const sending = entry && entry.sent > 0 && !entry.readUrl;
  return (
    <li className={`media-row ${item.state}`}>
      <Kind aria-hidden="true" />
      <div>
        <span className="ellipsis media-name" translate="no" title={item.url}>
          {item.name}
        </span>
        {sending && <ProgressBar thin value={entry.sent / entry.size} label={`Sending ${own(item.name)}`} />}
        {entry?.refusal && <span className="refusal">{entry.refusal}</span>}
      </div>
      <MediaState item={item} entry={entry} />
    </li>
  );
}

function MediaState({ item, entry }: { item: NeededMedia; entry: Snapshot<MediaEntry> | undefined }) {
  if (entry?.refusal) return <Mark icon={CircleAlert} look="bad" words="Rejected" />;
  if (item.state === 'link') return <Mark icon={Link} look="" words="Link" />;
  if (item.state === 'missing' || !entry) return <Mark icon={CircleDashed} look="warn" words="Missing" />;
  if (entry.readUrl) return <Mark icon={Check} look="good" words="Sent" />;
  return <Mark icon={Check} look="good" words={sizeInWords(entry.size)} />;
}

function Mark({ icon: Icon, look, words }: { icon: typeof Check; look: string; words: string }) {
  return (
    <span className={`mark numbers ${look}`}>
      <Icon aria-hidden="true" />
      {words}
    </span>
  );
}

/** The button that renders the open project; upload progress replaces it meanwhile. */
export function RenderAction() {
  return useSnapshot(homeProject).step === 'idle' ? <Start /> : <Sending />;
}

function Start() {
  const { media } = useSnapshot(homeProject);
  const place = useButtonFocus();
  const missing = media.filter((item) => item.state === 'missing').length;
  const start = async () => {
    if (missing > 0) return;
    const { project } = homeProject;
    const id = await renderHomeProject();
    if (id) navigate(`/videos/${id}`, { state: project && canvasSize(project) });
  };
  return (
    <div ref={place} className="stack render-action">
      <button
        type="button"
        className="button primary large"
        aria-disabled={missing > 0}
        aria-describedby="render-note"
        onClick={start}
      >
        <Play aria-hidden="true" />
        Render
      </button>
      <p id="render-note" className="soft small">
        {missing > 0 && (missing === 1 ? 'Waits for the missing file.' : 'Waits for the missing files.')}
      </p>
    </div>
  );
}

function Sending() {
  const { media, files, step } = useSnapshot(homeProject);
  const place = useButtonFocus();
  const { byUrl } = useSnapshot(mediaTable);
  const used = files
    .filter((file) => media.some((item) => item.fileName === file.name))
    .flatMap(({ url }) => byUrl[url] ?? []);
  const size = used.reduce((sum, file) => sum + file.size, 0);
  const share = size > 0 ? used.reduce((sum, file) => sum + (file.readUrl ? file.size : file.sent), 0) / size : 1;
  const words = sendingWords(step === 'uploading' ? share : undefined);
  return (
    <div ref={place} className="stack render-action sending">
      <div>
        <span className="numbers">{words}</span>
        <ProgressBar value={step === 'uploading' ? share : undefined} label="Sending the project" />
        <LiveRegion>{step === 'uploading' ? `Uploading, ${tenths(share)}` : words}</LiveRegion>
      </div>
      <button type="button" className="button plain" onClick={stopSending}>
        <X aria-hidden="true" />
        Stop
      </button>
    </div>
  );
}

/** Moves the focus to the new button when one button replaces another. @returns ref for the button's container. */
function useButtonFocus(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useFocusHandover(place, () => document.querySelector<HTMLElement>('.render-action button'));
  return place;
}

/** Maximum number of scene thumbnails. */
const MAX_STRIP = 24;

/** A large preview of the selected scene, and thumbnails of all scenes. */
function SceneStage({ project }: { project: Project }) {
  const { media, name } = useSnapshot(homeProject);
  const [chosen, setChosen] = useState(0);
  const scene = Math.min(chosen, project.scenes.length - 1);
  // Files that are added later change what can be painted.
  const mediaKey = media.map((item) => `${item.state}${item.fileName ?? ''}`).join();
  const strip = project.scenes.slice(0, MAX_STRIP);
  return (
    <div className="stack-2">
      <div className="center stage" style={ratioStyle(project)}>
        <ScenePicture
          key={`${name}${scene}`}
          project={project}
          scene={scene}
          urlOf={localUrlOf}
          mediaKey={mediaKey}
          label={`Preview of ${name}, scene ${scene + 1} of ${project.scenes.length}`}
        />
      </div>
      {strip.length > 1 && (
        <ul className="strip" aria-label="Scenes">
          {strip.map(({ id }, index) => (
            <li key={id}>
              <button
                type="button"
                aria-label={`Scene ${index + 1}`}
                aria-pressed={index === scene}
                onClick={() => setChosen(index)}
              >
                <ScenePicture project={project} scene={index} urlOf={localUrlOf} mediaKey={mediaKey} />
              </button>
            </li>
          ))}
          {project.scenes.length > MAX_STRIP && (
            <li className="soft">and {countInWords(project.scenes.length - MAX_STRIP, 'more scene')}</li>
          )}
        </ul>
      )}
    </div>
  );
}
