import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { renderProject } from '../../api/renderer/job/render.ts';
import type { CompositorMode } from '../../engine/browser/compositor/choose.ts';
import { canvasSize } from '../../engine/layout/canvasSize.ts';
import type { Project } from '../../engine/project/project.ts';
import { launchChromium } from './chromium.ts';
import { composeVideo } from './composeVideo.ts';
import { emulatedWebGL } from './compositorLab.ts';
import { decodeFrames, decodeI420 } from './decode.ts';
import { exportIn, locateFixture, openExportPage, playThrough, serveExports } from './exportLab.ts';
import type { MediaServer } from './mediaServer.ts';
import { sharedProbe } from './renderLab.ts';
import { compareWindows, type WindowLikeness } from './soundLikeness.ts';
import { ssim } from './ssim.ts';

/** Frames of a video by number, RGBA. */
export type Frames = ReadonlyMap<number, Uint8ClampedArray>;

/** A project as exported by the browser and by the server. */
export interface BothExports {
  /** Of each file: number of frames, duration in seconds, and ffmpeg's error messages. */
  here: ReturnType<typeof playThrough>;
  there: ReturnType<typeof playThrough>;
  /** Duration of a frame, in seconds. */
  frame: number;
  /** The compared frames. */
  moments: readonly number[];
  /**
   * Frames before encoding: of the browser at the moments and next to them, per drawing mode; of the server at the
   * moments.
   */
  drawn: readonly Frames[];
  composed: Frames;
  /** Similarity of the audio of both files; undefined if one is silent. */
  sound: WindowLikeness[] | undefined;
}

/** Exports in a browser and with the renderer. */
export interface FeatureLab {
  /** Folder of further media, which projects name as /made/NAME. */
  folder: string;
  /** Why the browser cannot export a project; undefined where it can. */
  whyNot(project: Project): Promise<string | undefined>;
  /** Exports a GIF or a still by both. @returns the files. */
  exportFiles(project: Project, ending: string): Promise<{ here: string; there: string }>;
  exportBoth(project: Project): Promise<BothExports>;
  /**
   * Compares the browser's frames with the server's frames of another project: the lowest similarity, and the largest
   * mean difference of the levels, 0 to 255.
   */
  compareWith(other: Project, { drawn, moments }: BothExports): Promise<{ lowest: number; difference: number }>;
  /** Compares the audio of the browser's last export with the server's audio of another project. */
  compareSound(other: Project): Promise<WindowLikeness[] | undefined>;
  close(): Promise<void>;
}

/** Shares of a video at which frames are compared. */
const shares = [0.01, 0.17, 0.34, 0.5, 0.66, 0.83, 0.99];

/** Flags per mode; WebGL2 needs emulation without a GPU. */
const flags: Readonly<Record<CompositorMode, readonly string[]>> = { auto: [], canvas2d: [], webgl: emulatedWebGL };

/** Opens the lab. @param modes drawing modes, each in its own browser. */
export async function openFeatureLab(modes: readonly CompositorMode[]): Promise<FeatureLab> {
  const temp = mkdtempSync(join(tmpdir(), 'cutroom-features-'));
  const server: MediaServer = await serveExports(temp);
  const browsers: Browser[] = [];
  const pages: [CompositorMode, Page][] = [];
  for (const mode of modes) {
    const browser = await launchChromium(flags[mode]);
    browsers.push(browser);
    pages.push([mode, await openExportPage(browser, server.origin)]);
  }
  const [hereFile, thereFile, otherFile] = ['here', 'there', 'other'].map((name) => join(temp, `${name}.mp4`)) as [
    string,
    string,
    string,
  ];
  const locate = async (url: string) =>
    url.startsWith('/made/') ? join(temp, url.slice('/made/'.length)) : locateFixture(url);
  const [firstPage] = pages.map(([, page]) => page) as [Page];
  const composedOf = async (project: Project, moments: (frames: number) => readonly number[]) => {
    const { width, height } = canvasSize(project);
    const { frames, rate } = await composeVideo(project, otherFile, locate);
    const numbers = moments(frames);
    const found = decodeFrames(otherFile, numbers, width, height);
    return { frames, rate, numbers, composed: byNumber(numbers, found) };
  };
  return {
    folder: temp,
    whyNot: (project) =>
      firstPage.evaluate(
        (source) => (globalThis as unknown as { whyNot(of: Project): Promise<string> }).whyNot(source),
        project,
      ),
    async exportFiles(project, ending) {
      const [here, there] = ['here', 'there'].map((name) => join(temp, `${name}.${ending}`)) as [string, string];
      await exportIn(firstPage, { project }, here);
      await renderProject(project, { out: there, locate, probe: sharedProbe });
      return { here, there };
    },
    async exportBoth(project) {
      const { width, height } = canvasSize(project);
      const { rate, frames, numbers: moments, composed } = await composedOf(project, momentsOf);
      const captured = withNeighbors(moments, frames);
      const drawn: Frames[] = [];
      for (const [mode, page] of pages) {
        const { taken } = await exportIn(page, { project, frames: captured, mode }, hereFile);
        drawn.push(byNumber(captured, decodeI420(Buffer.from(taken, 'base64'), width, height)));
      }
      await renderProject(project, { out: thereFile, locate, probe: sharedProbe });
      const [here, there] = [playThrough(hereFile), playThrough(thereFile)];
      const sound = here.hasSound && there.hasSound ? compareWindows(thereFile, hereFile) : undefined;
      return { here, there, frame: rate[1] / rate[0], moments, composed, drawn, sound };
    },
    async compareWith(other, { drawn, moments }) {
      const { composed } = await composedOf(other, (frames) => moments.filter((n) => n < frames));
      const frames = [...composed];
      return {
        lowest: Math.min(...frames.map(([n, one]) => likeness(drawn[0]?.get(n), one, other))),
        difference: Math.max(...frames.map(([n, one]) => distance(drawn[0]?.get(n), one))),
      };
    },
    async compareSound(other) {
      await renderProject(other, { out: otherFile, locate, probe: sharedProbe });
      return soundOf(otherFile, hereFile);
    },
    async close() {
      for (const browser of browsers) await browser.close();
      await server.close();
      rmSync(temp, { recursive: true, force: true });
    },
  };
}

/** Measures of how a feature looks in both exports. */
export interface PictureFigures {
  /** The lowest similarity of all moments, per drawing mode. */
  lowest: readonly number[];
  /** The largest mean difference of all moments and drawing modes, levels of 0 to 255. */
  difference: number;
  /**
   * How much closer an adjacent browser frame is to the server's frame: mean of the levels, 0 to 255; 0 if the right
   * frame is shown.
   */
  shifted: number;
}

/** Compares the frames before encoding. */
export function comparePictures({ moments, drawn, composed }: BothExports, project: Project): PictureFigures {
  const lowest = drawn.map((frames) =>
    Math.min(...moments.map((n) => likeness(frames.get(n), composed.get(n), project))),
  );
  const shifts = drawn.flatMap((frames) =>
    moments.flatMap((n) => {
      const expected = composed.get(n) as Uint8ClampedArray;
      const own = distance(frames.get(n), expected);
      return [n - 1, n + 1].flatMap((neighbor) =>
        frames.has(neighbor) ? [own - distance(frames.get(neighbor), expected)] : [],
      );
    }),
  );
  const differences = drawn.flatMap((frames) =>
    moments.map((n) => distance(frames.get(n), composed.get(n) as Uint8ClampedArray)),
  );
  return { lowest, difference: Math.max(...differences), shifted: Math.max(0, ...shifts) };
}

/** Returns the largest audio errors: time in seconds, level in decibels. */
export function soundFaults(found: readonly WindowLikeness[]): { lag: number; decibels: number } {
  const most = (values: number[]) => Math.max(0, ...values.map(Math.abs));
  return { lag: most(found.map(({ lag }) => lag)), decibels: most(found.map(({ decibels }) => decibels)) };
}

function momentsOf(frames: number): number[] {
  return [...new Set(shares.map((share) => Math.floor(share * frames)))];
}

function withNeighbors(moments: readonly number[], frames: number): number[] {
  const all = new Set(moments.flatMap((n) => [n - 1, n, n + 1]).filter((n) => n >= 0 && n < frames));
  return [...all].sort((a, b) => a - b);
}

function byNumber(numbers: readonly number[], frames: readonly Uint8ClampedArray[]): Frames {
  return new Map(numbers.map((n, i) => [n, frames[i] as Uint8ClampedArray]));
}

function likeness(a: Uint8ClampedArray | undefined, b: Uint8ClampedArray | undefined, project: Project): number {
  const { width, height } = canvasSize(project);
  if (!a || !b) throw new Error('A frame was not taken.');
  return ssim(a, b, width, height);
}

function distance(a: Uint8ClampedArray | undefined, b: Uint8ClampedArray): number {
  if (!a) throw new Error('A frame was not taken.');
  let sum = 0;
  for (let i = 0; i < b.length; i += 1) sum += Math.abs((a[i] as number) - (b[i] as number));
  return sum / b.length;
}

function soundOf(one: string, other: string): WindowLikeness[] | undefined {
  return [one, other].every((file) => playThrough(file).hasSound) ? compareWindows(one, other) : undefined;
}
