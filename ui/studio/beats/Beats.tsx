import { Activity, Flag } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Project } from '../../../engine/project/project.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { fileNameOf } from '../../media/references.ts';
import { Switch } from '../controls/Switch.tsx';
import { beatDetection, findBeatsOf, hideBeatsOf, markBeats, shownBeats } from './beats.ts';
import { foundBeats } from './foundBeats.ts';
import './beats.css';

const words = {
  pending: 'Listening...',
  none: 'This audio has no steady beat.',
  long: 'This audio is too long to find its beats here.',
  unreadable: 'This browser cannot read it.',
} as const;

interface Props {
  project: Project;
  /** Files whose beats can be shown; default: all audible files. */
  urls?: readonly string[];
}

/** Shows beats on the waveforms and sets markers at them. Hidden without audio. */
export function Beats({ project, urls = heardIn(project) }: Props) {
  const found = useSnapshot(foundBeats);
  const states = useSnapshot(beatDetection);
  if (urls.length === 0) return null;
  const count = shownBeats(project).length;
  return (
    <section className="beats" aria-label="Beats">
      <h3>
        <Activity aria-hidden="true" />
        Beats
      </h3>
      {urls.length > 1 && (
        <p className="soft small">Beats are marked on the waveform of the audio, and clips snap to them.</p>
      )}
      {urls.map((url) => {
        const [beats, state] = [found[url], states[url]];
        return (
          <Switch
            key={url}
            label={urls.length === 1 ? 'Show beats' : fileNameOf(url) || url}
            hint={
              beats
                ? `${beats.length} beats are shown. Clips snap to them.`
                : state
                  ? words[state]
                  : urls.length > 1
                    ? 'No beats are shown.'
                    : 'Beats are marked on the waveform, and clips snap to them.'
            }
            on={beats !== undefined || state === 'pending'}
            disabled={state === 'pending'}
            onChange={(on) => (on ? void findBeatsOf(url) : hideBeatsOf(url))}
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

function heardIn(project: Project): string[] {
  return [...new Set(soundtrack(project).map(({ url }) => url))];
}
