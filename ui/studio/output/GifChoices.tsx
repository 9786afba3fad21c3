import { useSnapshot } from 'valtio';
import { GIF_RATE } from '../../../engine/edit/gifSize.ts';
import { chooseOutput } from '../../../engine/edit/output.ts';
import { estimateBytes } from '../../../engine/edit/outputBytes.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { type Dither, defaultDither, isSilentMotion, type Output } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { change, studio } from '../state/studio.ts';
import { Choice } from './Choice.tsx';

type Animation = Extract<Output, { type: 'gif' | 'animation' }>;

const widths = [960, 640, 480, 320];
const rates = [25, GIF_RATE, 10, 5];
const palettes = [256, 128, 64, 32];
const plays = [0, 1, 2, 3, 5];
const dithers: Record<Dither, string> = {
  none: 'None',
  bayer: 'Pattern',
  floyd_steinberg: 'Fine',
  sierra2_4a: 'Finest',
};
const webpQualities = [95, 88, 75, 50];

/** Width, frame rate, loops, colors and maximum file size of a GIF or animated WebP; hidden for other formats. */
export function GifChoices() {
  const { project } = useSnapshot(studio) as { project: Project };
  const { output } = project;
  if (!isSilentMotion(output)) return null;
  const canvas = canvasSize(project);
  const estimate = estimateBytes(project);
  return (
    <div className="gif-choices">
      <Choice
        label="Width in pixels"
        value={output.width ?? canvas.width}
        choices={[canvas.width, ...widths.filter((width) => width < canvas.width)]}
        onChange={(width) => set({ width })}
      />
      <Choice
        label="Frames per second"
        value={output.fps ?? GIF_RATE}
        choices={rates}
        onChange={(fps) => set({ fps })}
      />
      <Choice
        label="Plays"
        value={output.plays}
        choices={plays}
        titles={{ 0: 'Forever', 1: 'Once' }}
        onChange={(times) => set({ plays: times })}
      />
      {output.type === 'gif' ? (
        <>
          <Choice label="Colors" value={output.colors} choices={palettes} onChange={(colors) => set({ colors })} />
          <Choice
            label="Dither"
            value={output.dither ?? defaultDither(project.quality)}
            choices={['none', 'bayer', 'floyd_steinberg', 'sierra2_4a']}
            titles={dithers}
            onChange={(dither) => set({ dither })}
          />
        </>
      ) : (
        <Choice
          label="WebP quality"
          value={output.quality}
          choices={webpQualities}
          onChange={(quality) => set({ quality })}
        />
      )}
      <p className="soft small numbers" role="status">
        {estimate && sizeWords(estimate)}
      </p>
    </div>
  );
}

function set(fields: object): void {
  change((now) => withMeasures(now, fields));
}

/** Omits a width that equals the canvas's, so that it follows the canvas. */
function withMeasures(project: Project, fields: object): Project {
  if (!isSilentMotion(project.output)) return project;
  const { width, ...rest } = { ...project.output, ...fields } as Animation;
  const isOwn = width === undefined || width >= canvasSize(project).width;
  return chooseOutput(project, isOwn ? rest : { ...rest, width });
}

function sizeWords({ least, most }: { least: number; most: number }): string {
  const megabytes = (bytes: number) => bytes / 1e6;
  const round = (size: number) => Number(size.toPrecision(size >= 1 ? 2 : 1));
  if (megabytes(most) < 0.1) return 'The file will be below 0.1 MB.';
  return `The file will be about ${round(megabytes(least))} to ${round(megabytes(most))} MB, depending on the amount of motion.`;
}
