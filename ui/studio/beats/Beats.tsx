import { Activity, Flag } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Project } from '../../../engine/project/project.ts';
import { audioKey, soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { foundBeats } from '../../client/media/mediaTable.ts';
import { fileNameOf } from '../../client/media/references.ts';
import { Switch } from '../../kit/Switch.tsx';
import { beatDetection, findBeatsOf, hideBeatsOf, markBeats, type Sound, shownBeats } from './beats.ts';
import '../style/audio.css';

const words = {
  pending: 'Listening...',
  none: 'This audio has no steady beat.',
  long: 'This audio is too long to find its beats here.',
  unreadable: 'This browser cannot read the audio.',
} as const;

interface Props {
  project: Project;
  /** Files whose beats can be shown; default: all audible ones. */
  sounds?: readonly Sound[];
}

/** The beats of sounds: whether they are shown on the waveforms, and markers at them. Nothing where no sound is. */
export function Beats({ project, sounds = soundsIn(project) }: Props) {
  const found = useSnapshot(foundBeats);
  const states = useSnapshot(beatDetection);
  if (sounds.length === 0) return null;
  const count = shownBeats(project).length;
  return (
    <section className="stack beats" aria-label="Beats">
      <h3>
        <Activity aria-hidden="true" />
        Beats
      </h3>
      {sounds.length > 1 && (
        <p className="soft small">Beats are marked on the waveform of the audio, and clips snap to them.</p>
      )}
      {sounds.map((sound) => {
        const key = audioKey(sound);
        const [beats, state] = [found[key], states[key]];
        return (
          <Switch
            key={key}
            label={sounds.length === 1 ? 'Show beats' : fileNameOf(sound.url) || sound.url}
            hint={
              beats
                ? `${beats.length} beats are shown. Clips snap to them.`
                : state
                  ? words[state]
                  : sounds.length > 1
                    ? 'No beats are shown.'
                    : 'Beats are marked on the waveform, and clips snap to them.'
            }
            on={beats !== undefined || state === 'pending'}
            disabled={state === 'pending'}
            onChange={(on) => (on ? void findBeatsOf(sound) : hideBeatsOf(sound))}
          />
        );
      })}
      <button type="button" className="button plain" disabled={count === 0} onClick={markBeats}>
        <Flag aria-hidden="true" />
        Add markers at beats
      </button>
    </section>
  );
}

function soundsIn(project: Project): Sound[] {
  return [...new Map(soundtrack(project).map((clip) => [audioKey(clip), clip])).values()];
}
