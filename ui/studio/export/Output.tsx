import { Image, Video } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { outputOptions, presetSeconds } from '../../../engine/edit/output.ts';
import { isStill, mp4Output, outputTitle, stillOutput } from '../../../engine/project/output.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { sceneDuration, totalDuration } from '../../../engine/timeline/durations.ts';
import { lengthInWords, numberForField, parseLength } from '../../kit/words.ts';
import { closeSheet } from '../state/go.ts';
import { sceneOf, studio } from '../state/studio.ts';
import { applyDraft, type Draft, draftOf } from './draft.ts';
import { SizeChoices } from './SizeChoices.tsx';
import './export.css';

/** Route output: a still, or a video and its duration; applied when the panel closes. */
export function Output() {
  const { project, selectedSceneId } = useSnapshot(studio);
  const scene = sceneOf(project, selectedSceneId);
  const { draft, video, choose } = useDraft(project, scene);
  const { image, lengthBy } = outputOptions(project, scene);
  const isVideo = draft.kind !== 'image';
  return (
    <div className="stack-2">
      <fieldset className="stack output-kinds">
        <legend className="unseen">Output</legend>
        <Kind
          title="Image"
          hint={
            image
              ? `${outputTitle(isStill(project) ? project.output : stillOutput)} of the first frame.`
              : 'Several scenes cannot be an image.'
          }
          icon={<Image aria-hidden="true" />}
          checked={!isVideo}
          disabled={!image}
          onChoose={() => choose({ ...draft, kind: 'image' })}
        />
        <Kind
          title="Video"
          hint={`Creates ${movingTitle(project)}.`}
          icon={<Video aria-hidden="true" />}
          checked={isVideo}
          onChoose={() => !isVideo && choose(video ?? videoDraft(draft, lengthBy))}
        />
      </fieldset>
      {lengthBy === 'choice' ? (
        <LengthChoices label={lengthLabel(project, scene)} draft={draft} onChoose={choose} />
      ) : (
        <p className="output-own">{ownLength(project, scene, lengthBy)}</p>
      )}
      <SizeChoices size={draft.size ?? project} onChoose={(size) => choose({ ...draft, size })} />
      <p className="soft small" role="status">
        {project.scenes.length > 1 && `All scenes together last ${lengthInWords(totalDuration(project))}. `}
        Your choice is applied when you close this.
      </p>
    </div>
  );
}

/** The video format with its article. */
function movingTitle(project: Project): string {
  const title = outputTitle(isStill(project) ? mp4Output : project.output);
  return `${/^(A|M[P4])/.test(title) ? 'an' : 'a'} ${title}`;
}

interface KindProps {
  title: string;
  hint: string;
  icon: React.ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
}

function Kind({ title, hint, icon, checked, disabled = false, onChoose }: KindProps) {
  return (
    <label className="choice radio-card" data-disabled={disabled || undefined}>
      <input
        type="radio"
        className="card-input"
        name="output-kind"
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
      />
      {icon}
      <span>
        <strong>{title}</strong>
        <span className="soft small">{hint}</span>
      </span>
    </label>
  );
}

/** Duration that a still gets when it becomes a video, in seconds. */
const FIRST_SECONDS = 5;

function videoDraft(draft: Draft, lengthBy: string): Draft {
  return lengthBy === 'choice' ? { ...draft, kind: 'preset', seconds: FIRST_SECONDS } : { ...draft, kind: 'own' };
}

/**
 * The choice while the panel is open. Applied when the panel closes or the page unloads; choosing a duration shows the
 * canvas at once.
 */
function useDraft(project: Project, scene: Scene) {
  const [draft, setDraft] = useState(() => draftOf(project, scene));
  // The last video settings, restored when the user switches from image back to video.
  const video = useRef<Draft>(undefined);
  if (draft.kind !== 'image') video.current = draft;
  const chosen = useRef<Draft>(undefined);
  const sceneId = useRef(scene.id);
  useEffect(() => {
    const leave = () => {
      if (chosen.current) applyDraft(chosen.current, sceneId.current);
      chosen.current = undefined;
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  const choose = (next: Draft) => {
    chosen.current = next;
    setDraft(next);
    if (next.kind === 'preset') studio.showCanvas = true;
  };
  return { draft, video: video.current, choose };
}

function lengthLabel({ scenes }: Project, scene: Scene): string {
  return scenes.length > 1 ? `Length of scene ${scenes.indexOf(scene) + 1}` : 'Length';
}

/** Why the duration cannot be chosen, as a sentence. */
function ownLength(project: Project, scene: Scene, lengthBy: 'video' | 'audio'): string {
  const length = lengthInWords(sceneDuration(project, scene));
  if (lengthBy === 'audio') return `The length follows the audio: ${length}. Trim the audio to change it.`;
  const what = project.scenes.length > 1 ? `Scene ${project.scenes.indexOf(scene) + 1}` : 'The scene';
  return `${what} is as long as its longest video: ${length}. Trim the video, or change its speed or loop, to change that.`;
}

interface LengthChoicesProps {
  label: string;
  draft: Draft;
  onChoose: (draft: Draft) => void;
}

/** Duration presets, and a field for a custom one. */
export function LengthChoices({ label, draft, onChoose }: LengthChoicesProps) {
  const field = useRef<HTMLInputElement>(null);
  const isCustom = draft.kind === 'custom';
  return (
    <fieldset className="stack output-lengths">
      <legend>{label}</legend>
      {presetSeconds.map((seconds) => (
        <label key={seconds} className="choice output-length numbers">
          <input
            type="radio"
            className="card-input"
            name="output-length"
            checked={draft.kind === 'preset' && draft.seconds === seconds}
            onChange={() => onChoose({ ...draft, kind: 'preset', seconds })}
          />
          {seconds} s
        </label>
      ))}
      <label className="choice output-length">
        <input
          type="radio"
          className="card-input"
          name="output-length"
          checked={isCustom}
          onChange={() => {
            onChoose({ ...draft, kind: 'custom', text: draft.text || numberForField(draft.seconds) });
            requestAnimationFrame(() => field.current?.select());
          }}
        />
        Custom
      </label>
      {isCustom && <CustomLength field={field} draft={draft} onChoose={onChoose} />}
    </fieldset>
  );
}

/** The field for a custom duration. Shows an error only after typing has ended. */
function CustomLength({
  field,
  draft,
  onChoose,
}: Omit<LengthChoicesProps, 'label'> & { field: React.Ref<HTMLInputElement> }) {
  const [isWriting, setWriting] = useState(false);
  const id = useId();
  const parsed = parseLength(draft.text);
  const refusal = parsed.ok || isWriting ? '' : (parsed.problems[0]?.message ?? '');
  return (
    <form
      className="output-custom"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWriting(false);
        if (parsed.ok) closeSheet();
      }}
    >
      <label htmlFor={id}>Custom length</label>
      <input
        ref={field}
        id={id}
        className="input numbers"
        // Minutes need a colon, which phones' numeric keyboards lack.
        inputMode="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={16}
        value={draft.text}
        aria-invalid={refusal !== ''}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          setWriting(true);
          onChoose({ ...draft, text: target.value });
        }}
        onBlur={() => setWriting(false)}
      />
      <p id={`${id}-hint`} className={refusal ? 'refusal small' : 'soft small'} role={refusal ? 'alert' : undefined}>
        {refusal || 'Seconds, such as 123 or 1.23, or minutes and seconds, such as 1:23.'}
      </p>
    </form>
  );
}
