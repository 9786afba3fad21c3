import { useSnapshot } from 'valtio';
import { estimateGif, GIF_RATE } from '../../../engine/edit/gifSize.ts';
import { chooseOutput } from '../../../engine/edit/output.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { isGif, type Output } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { change, studio } from '../state/studio.ts';

type Gif = Extract<Output, { type: 'gif' }>;

const widths = [960, 640, 480, 320];
const rates = [25, GIF_RATE, 10, 5];
const palettes = [256, 128, 64, 32];

/** Size, frame rate and colours of a GIF, and how large its file may become; nothing for any other output. */
export function GifChoices() {
  const { project } = useSnapshot(studio);
  const { output } = project;
  if (output.type !== 'gif') return null;
  const canvas = canvasSize(project);
  const set = (fields: Partial<Gif>) => change((now) => withGif(now, fields));
  return (
    <div className="gif-choices">
      <Choice
        label="Width in pixels"
        value={output.width ?? canvas.width}
        choices={[canvas.width, ...widths.filter((width) => width < canvas.width)]}
        onChange={(width) => set({ width })}
      />
      <Choice label="Frames a second" value={output.fps ?? GIF_RATE} choices={rates} onChange={(fps) => set({ fps })} />
      <Choice label="Colours" value={output.colors} choices={palettes} onChange={(colors) => set({ colors })} />
      <p className="soft small numbers" role="status">
        {sizeWords(estimateGif(project, output))}
      </p>
    </div>
  );
}

/** The canvas's own width is the one that goes with the canvas. */
function withGif(project: Project, fields: Partial<Gif>): Project {
  if (!isGif(project)) return project;
  const { width, ...rest } = { ...(project.output as Gif), ...fields };
  const isOwn = width === undefined || width >= canvasSize(project).width;
  return chooseOutput(project, isOwn ? rest : { ...rest, width });
}

interface ChoiceProps {
  label: string;
  value: number;
  choices: readonly number[];
  onChange: (value: number) => void;
}

function Choice({ label, value, choices, onChange }: ChoiceProps) {
  return (
    <fieldset className="output-lengths is-four">
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice} className="output-length numbers">
          <input
            type="radio"
            className="card-input"
            name={`gif-${label}`}
            checked={choice === value}
            onChange={() => onChange(choice)}
          />
          {choice}
        </label>
      ))}
    </fieldset>
  );
}

function sizeWords({ least, most }: { least: number; most: number }): string {
  const megabytes = (bytes: number) => bytes / 1e6;
  const round = (size: number) => Number(size.toPrecision(size >= 1 ? 2 : 1));
  if (megabytes(most) < 0.1) return 'The file will be below 0.1 MB.';
  return `The file will be about ${round(megabytes(least))} to ${round(megabytes(most))} MB: the livelier the picture, the larger.`;
}
