import { ChevronRight, CircleAlert, Clapperboard, Gauge, ImagePlay, Sparkles, Video, Zap } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { GIF_RATE } from '../../../engine/edit/gifSize.ts';
import { chooseOutput, setFrameRate, setLoudness, setSizeLimit, setVideoSetting } from '../../../engine/edit/output.ts';
import { estimateBytes } from '../../../engine/edit/outputBytes.ts';
import { type ProjectFields, setProjectFields } from '../../../engine/edit/style.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { parseRgba } from '../../../engine/layout/color.ts';
import { MAX_FIT_MEGABYTES, MIN_FIT_MEGABYTES } from '../../../engine/project/limits.ts';
import { backgroundFilled, messages } from '../../../engine/project/messages.ts';
import {
  canBeFitted,
  type Dither,
  defaultDither,
  hasSound,
  isGif,
  isSilentMotion,
  isStill,
  mp4Output,
  type Output,
  outputExtension,
  outputWithExtension,
  sizeLimitOf,
  supportsAlpha,
} from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { PLATFORM_LOUDNESS } from '../../../engine/timeline/loudness.ts';
import { submitProblems } from '../../../engine/timeline/submitProblems.ts';
import { RadioCards } from '../../kit/choices.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { openSheet } from '../state/go.ts';
import { change, studio } from '../state/studio.ts';
import { Choice } from './Choice.tsx';
import { OptionalNumber } from './OptionalNumber.tsx';
import { outputInWords } from './outputWords.ts';
import { VideoSettings } from './VideoSettings.tsx';
import './export.css';

/** Video type, quality, snapping, and a link to the output settings. */
export function Settings() {
  const { project } = useSnapshot(studio) as { project: Project };
  return (
    <div className="stack-2">
      <OutputLink project={project} />
      <OutputFields project={project} />
      <Switch
        label="Snap to grid"
        hint="A layer you move snaps to the edges and the center of the canvas."
        on={project.snapToGrid}
        onChange={(next) => set({ snapToGrid: next })}
      />
    </div>
  );
}

/** Format, its settings, and quality. */
export function OutputFields({ project }: { project: Project }) {
  const { output, quality } = project;
  return (
    <>
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
      <FrameRate project={project} />
      <FitField key={output.type} project={project} />
      <LoudnessSwitch project={project} />
      {output.type === 'video' && (project.markers?.length ?? 0) > 0 && (
        <Switch
          label="Chapters"
          hint="Players list the markers as chapters."
          on={output.chapters === true}
          onChange={(on) => change((now) => setVideoSetting(now, 'chapters', on || undefined))}
        />
      )}
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
      {output.type === 'video' && <VideoSettings output={output} />}
    </>
  );
}

function set(fields: ProjectFields): void {
  change((now) => setProjectFields(now, fields));
}

const types = [
  { value: 'mp4', title: 'MP4', hint: 'Video with audio, up to 20 minutes.', icon: <Video aria-hidden="true" /> },
  {
    value: 'gif',
    title: 'GIF',
    hint: 'Loops without audio, up to 60 seconds.',
    icon: <ImagePlay aria-hidden="true" />,
  },
] as const;

const qualities = [
  { value: 'fast', title: 'Fast', hint: 'Fastest, for previews.', icon: <Zap aria-hidden="true" /> },
  { value: 'standard', title: 'Standard', hint: 'Smaller file, faster.', icon: <Gauge aria-hidden="true" /> },
  { value: 'high', title: 'High', hint: 'Larger file, best quality.', icon: <Sparkles aria-hidden="true" /> },
] as const;

/** A summary of the output settings; opens them. */
export function OutputLink({ project }: { project: Project }) {
  return (
    <button type="button" className="choice option-card setting-link" onClick={() => openSheet('output')}>
      <Clapperboard aria-hidden="true" />
      <span>
        <strong>Output</strong>
        <span className="soft small">{outputInWords(project)}</span>
      </span>
      <ChevronRight aria-hidden="true" />
    </button>
  );
}

/** Problems that block DONE with these settings, and notes on audio and transparency that the format changes. */
function warningsOf(project: Project): string[] {
  const sentence = isGif(project) ? messages.gifHasNoSound : messages.animationHasNoSound;
  const silent = !hasSound(project) && !isStill(project) && project.audio !== null ? [sentence] : [];
  return [...submitProblems(project).map(({ message }) => message), ...silent, ...alphaNotes(project)];
}

function alphaNotes({ output, scenes }: Project): string[] {
  const isClear = scenes.some(({ background }) => parseRgba(background).a < 1);
  if (!isClear || output.type === 'audio') return [];
  if (!supportsAlpha(output)) return [backgroundFilled(output)];
  const isMov = output.type === 'video' && output.container === 'mov';
  return isMov ? ['A transparent MOV is ProRes 4444: a large file for editing programs. Browsers do not play it.'] : [];
}

/** A field for the maximum file size; hidden for formats whose size cannot be fitted. */
export function FitField({ project }: { project: Project }) {
  const { output } = project;
  if (!canBeFitted(output)) return null;
  return (
    <OptionalNumber
      label="Fit under (MB)"
      value={sizeLimitOf(output)}
      min={MIN_FIT_MEGABYTES}
      max={MAX_FIT_MEGABYTES}
      placeholder="No limit"
      hint="Uses the best quality that fits this size. 1 MB is 1,000,000 bytes."
      wrong={`Enter a number of megabytes from ${MIN_FIT_MEGABYTES} to ${MAX_FIT_MEGABYTES}.`}
      onChange={(megabytes) => change((now) => setSizeLimit(now, megabytes))}
    />
  );
}

const moving = ['mov', 'webm', 'webp', 'mp3', 'wav', 'm4a'] as const;
/** Formats that few people need, closed at first. */
const rare = ['apng', 'zip', 'flac', 'opus'] as const;
const pictures = ['png', 'jpg', 'webp'] as const;
const titles = {
  apng: 'APNG',
  zip: 'Frames (PNG)',
  mov: 'MOV',
  webm: 'WebM',
  mp3: 'MP3',
  wav: 'WAV',
  m4a: 'M4A',
  flac: 'FLAC',
  opus: 'Opus',
  png: 'PNG',
  jpg: 'JPEG',
};

/** The formats besides MP4 and GIF, including audio formats; for a still, the image formats. */
function FormatChoices({ project }: { project: Project }) {
  const ending = outputExtension(project.output);
  const choose = (next: string) => change((now) => withFormat(now, next));
  if (isStill(project))
    return (
      <Choice<string>
        label="Image format"
        value={ending}
        choices={pictures}
        titles={{ ...titles, webp: 'WebP' }}
        onChange={choose}
      />
    );
  const isRare = rare.some((one) => one === ending);
  return (
    <>
      <Choice<string>
        label="Other formats"
        value={ending}
        choices={moving}
        titles={{ ...titles, webp: 'Animated WebP' }}
        onChange={choose}
      />
      <details className="export-more" open={isRare}>
        <summary>More formats</summary>
        <Choice<string> label="More formats" value={ending} choices={rare} titles={titles} onChange={choose} />
      </details>
    </>
  );
}

/** The project in another format, keeping the settings that both share. @param ending file extension. */
export function withFormat(project: Project, ending: string): Project {
  const { output } = project;
  return chooseOutput(project, outputWithExtension(output, ending) ?? outputWithExtension(mp4Output, ending) ?? output);
}

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
    <div className="stack">
      <Choice
        label="Width in pixels"
        value={output.width ?? canvas.width}
        choices={[canvas.width, ...widths.filter((width) => width < canvas.width)]}
        onChange={(width) => setGif({ width })}
      />
      <Choice
        label="Frames per second"
        value={output.fps ?? GIF_RATE}
        choices={rates}
        onChange={(fps) => setGif({ fps })}
      />
      <Choice
        label="Plays"
        value={output.plays}
        choices={plays}
        titles={{ 0: 'Forever', 1: 'Once' }}
        onChange={(times) => setGif({ plays: times })}
      />
      {output.type === 'gif' ? (
        <>
          <Choice label="Colors" value={output.colors} choices={palettes} onChange={(colors) => setGif({ colors })} />
          <Choice
            label="Dither"
            value={output.dither ?? defaultDither(project.quality)}
            choices={['none', 'bayer', 'floyd_steinberg', 'sierra2_4a']}
            titles={dithers}
            onChange={(dither) => setGif({ dither })}
          />
        </>
      ) : output.format === 'apng' ? null : (
        <Choice
          label="WebP quality"
          value={output.quality}
          choices={webpQualities}
          onChange={(quality) => setGif({ quality })}
        />
      )}
      <p className="soft small numbers" role="status">
        {estimate && sizeWords(estimate)}
      </p>
    </div>
  );
}

const videoRates = [24, 25, 30, 50, 60];
/** Value of the choice that leaves the rate to the sources. */
const BY_SOURCES = 0;

/** Frame rate of a video; hidden for other formats. */
function FrameRate({ project }: { project: Project }) {
  const { output } = project;
  if (output.type !== 'video' && output.type !== 'frames') return null;
  const { fps = BY_SOURCES } = output;
  const own = [BY_SOURCES, ...videoRates].includes(fps) ? [] : [fps];
  return (
    <Choice
      label="Frames per second"
      value={fps}
      choices={[BY_SOURCES, ...videoRates, ...own]}
      titles={{ [BY_SOURCES]: 'Automatic' }}
      onChange={(next) => change((now) => setFrameRate(now, next === BY_SOURCES ? undefined : next))}
    />
  );
}

function setGif(fields: object): void {
  change((now) => withMeasures(now, fields));
}

/** Omits a width that equals the canvas's, so that it follows the canvas. */
function withMeasures(project: Project, fields: object): Project {
  if (!isSilentMotion(project.output)) return project;
  const { width, ...rest } = { ...project.output, ...fields } as Animation;
  const isOwn = width === undefined || width >= canvasSize(project).width;
  return chooseOutput(project, isOwn ? rest : { ...rest, width });
}

export function sizeWords({ least, most }: { least: number; most: number }): string {
  const megabytes = (bytes: number) => bytes / 1e6;
  const round = (size: number) => Number(size.toPrecision(size >= 1 ? 2 : 1));
  if (megabytes(most) < 0.1) return 'The file will be below 0.1 MB.';
  return `The file will be about ${round(megabytes(least))} to ${round(megabytes(most))} MB, depending on the amount of motion.`;
}

/** Whether to normalize the loudness to that of common platforms; hidden for silent output. */
function LoudnessSwitch({ project }: { project: Project }) {
  const { output } = project;
  if (!hasSound(project)) return null;
  const { loudness } = { loudness: undefined, ...output };
  const target = loudness ?? PLATFORM_LOUDNESS;
  return (
    <Switch
      label="Normalize loudness"
      hint={`Normalizes the file to \u2212${Math.abs(target)} LUFS${target === PLATFORM_LOUDNESS ? ', the level of most platforms' : ''}. The preview is unchanged.`}
      on={loudness !== undefined}
      onChange={(on) => change((now) => setLoudness(now, on ? PLATFORM_LOUDNESS : undefined))}
    />
  );
}
