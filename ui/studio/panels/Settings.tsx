import { ChevronRight, CircleAlert, Clapperboard, Gauge, ImagePlay, Sparkles, Video, Zap } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { type ProjectFields, setProjectFields } from '../../../engine/edit/style.ts';
import { messages } from '../../../engine/project/messages.ts';
import { isAnimation, isGif } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { submitProblems } from '../../../engine/timeline/submitProblems.ts';
import { RadioCards } from '../controls/RadioCards.tsx';
import { Switch } from '../controls/Switch.tsx';
import { FitField } from '../output/FitField.tsx';
import { FormatChoices, withFormat } from '../output/FormatChoices.tsx';
import { GifChoices } from '../output/GifChoices.tsx';
import { LoudnessSwitch } from '../output/LoudnessSwitch.tsx';
import { outputInWords } from '../output/outputWords.ts';
import { openSheet } from '../state/go.ts';
import { change, studio } from '../state/studio.ts';
import '../output/output.css';

/** Video type, quality, snapping, and a link to the output settings. */
export default function Settings() {
  const { project } = useSnapshot(studio) as { project: Project };
  const { output, quality, snapToGrid } = project;
  return (
    <div className="settings">
      <OutputLink project={project} />
      <RadioCards
        label="Video type"
        name="video-type"
        value={
          output.type === 'gif' ? 'gif' : output.type === 'video' && output.container === 'mp4' ? 'mp4' : undefined
        }
        choices={types}
        onChange={(next) => change((now) => withFormat(now, next))}
      />
      <FormatChoices project={project} />
      <GifChoices />
      <FitField key={output.type} project={project} />
      <LoudnessSwitch project={project} />
      <p className="setting-warnings" role="status">
        {warningsOf(project).map((sentence) => (
          <span key={sentence}>
            <CircleAlert aria-hidden="true" />
            {sentence}
          </span>
        ))}
      </p>
      <RadioCards
        label="Quality"
        name="quality"
        value={quality}
        choices={qualities}
        onChange={(next) => set({ quality: next })}
      />
      <Switch
        label="Snap to grid"
        hint="A layer you move snaps to the edges and the center of the canvas."
        on={snapToGrid}
        onChange={(next) => set({ snapToGrid: next })}
      />
    </div>
  );
}

function set(fields: ProjectFields): void {
  change((now) => setProjectFields(now, fields));
}

const types = [
  { value: 'mp4', title: 'MP4', hint: 'Video with sound, up to 20 min.', icon: <Video aria-hidden="true" /> },
  { value: 'gif', title: 'GIF', hint: 'Loops without audio, up to 60 s.', icon: <ImagePlay aria-hidden="true" /> },
] as const;

const qualities = [
  { value: 'fast', title: 'Fast', hint: 'Fastest, for previews.', icon: <Zap aria-hidden="true" /> },
  { value: 'standard', title: 'Standard', hint: 'Smaller file, faster.', icon: <Gauge aria-hidden="true" /> },
  { value: 'high', title: 'High', hint: 'Larger file, best quality.', icon: <Sparkles aria-hidden="true" /> },
] as const;

/** A summary of the output settings; opens them. */
function OutputLink({ project }: { project: Project }) {
  return (
    <button type="button" className="option-card setting-link" onClick={() => openSheet('output')}>
      <Clapperboard aria-hidden="true" />
      <span>
        <strong>Output</strong>
        <span className="soft small">{outputInWords(project)}</span>
      </span>
      <ChevronRight aria-hidden="true" />
    </button>
  );
}

/** Problems that block DONE with these settings, and a note if the format drops audio. */
function warningsOf(project: Project): string[] {
  const sentence = isGif(project) ? messages.gifHasNoSound : messages.webpHasNoSound;
  const silent = isAnimation(project) && project.audio !== null ? [sentence] : [];
  return [...submitProblems(project).map(({ message }) => message), ...silent];
}
