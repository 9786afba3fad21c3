import { CircleAlert, Film, Gauge, ImagePlay, Sparkles } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { type ProjectFields, setProjectFields } from '../../../engine/edit/style.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { Project } from '../../../engine/project/project.ts';
import { lengthProblems } from '../../../engine/timeline/lengthProblems.ts';
import { RadioCards } from '../controls/RadioCards.tsx';
import { Switch } from '../controls/Switch.tsx';
import { change, studio } from '../state/studio.ts';

/** Video type, quality and snap to grid (studio spec §2). */
export default function Settings() {
  const { project } = useSnapshot(studio);
  const set = (fields: ProjectFields) => change((now) => setProjectFields(now, fields));
  return (
    <div className="settings">
      <RadioCards
        label="Video type"
        name="video-type"
        value={project.videoType}
        choices={types}
        onChange={(videoType) => set({ videoType })}
      />
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
        value={project.quality}
        choices={qualities}
        onChange={(quality) => set({ quality })}
      />
      <Switch
        label="Snap to grid"
        hint="A moved layer is drawn to the edges and the middle of the canvas."
        on={project.snapToGrid}
        onChange={(snapToGrid) => set({ snapToGrid })}
      />
    </div>
  );
}

const types = [
  { value: 'mp4', title: 'MP4', hint: 'Video with sound, up to 20 min.', icon: <Film aria-hidden="true" /> },
  { value: 'gif', title: 'GIF', hint: 'Loops without sound, up to 60 s.', icon: <ImagePlay aria-hidden="true" /> },
] as const;

const qualities = [
  { value: 'standard', title: 'Standard', hint: 'Smaller file, sooner done.', icon: <Gauge aria-hidden="true" /> },
  { value: 'high', title: 'High', hint: 'Larger file, finer picture.', icon: <Sparkles aria-hidden="true" /> },
] as const;

/** What the project cannot be, or loses, with these settings. */
function warningsOf(project: Project): string[] {
  const silent = project.videoType === 'gif' && project.audio !== null ? [messages.gifHasNoSound] : [];
  return [...lengthProblems(project).map(({ message }) => message), ...silent];
}
