import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright';
import { fontFiles } from '../../api/renderer/paint/registerFonts.ts';
import { fontFaceCss } from '../../engine/painters/fonts.ts';
import type { VideoLayer } from '../../engine/project/layers.ts';
import { parseProjectText } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import type { ExportOrder, ExportReport } from './exportPage.ts';
import { type MediaServer, serveMedia } from './mediaServer.ts';
import { pageScript } from './pageScript.ts';

const fixtures = resolve('fixtures');
const projects = join(fixtures, 'projects');

/** Serves pages that export. @param made folder that is served at /made/. */
export async function serveExports(made: string): Promise<MediaServer> {
  const fonts = new Map(fontFiles().map(({ file, path }) => [`/fonts/${file}`, path]));
  const css = fontFaceCss((file) => `/fonts/${file}`);
  return serveMedia((path) => {
    if (path === '/projects/') return { html: `<!doctype html><link rel="icon" href="data:,"><style>${css}</style>` };
    if (path.startsWith('/made/')) return { file: join(made, path.slice('/made/'.length)) };
    const file =
      fonts.get(path) ?? catalogueFont(path) ?? (path.startsWith('/media/') ? join(fixtures, path) : undefined);
    return file && existsSync(file) ? { file } : undefined;
  });
}

/** Returns the file of an installed catalogue font for the service's address. */
function catalogueFont(path: string): string | undefined {
  const [, id, file] = /^\/api\/v1\/fonts\/([\w-]+)\/([\w.-]+)$/.exec(path) ?? [];
  return id && file ? resolve('node_modules/@fontsource', id, 'files', file) : undefined;
}

/** Opens a page that can export. @param before runs in the page first. */
export async function openExportPage(browser: Browser, origin: string, before?: () => void): Promise<Page> {
  const script = await pageScript('tests/support/exportPage.ts');
  const page = await browser.newPage();
  if (before) await page.addInitScript(before);
  await page.goto(`${origin}/projects/`);
  await page.addScriptTag({ content: script });
  return page;
}

/** Exports a project in a page. @param file receives the result. */
export async function exportIn(page: Page, order: ExportOrder, file: string): Promise<Omit<ExportReport, 'data'>> {
  const { data, ...report } = await page.evaluate(
    (input) => (globalThis as unknown as { runExport(order: ExportOrder): Promise<ExportReport> }).runExport(input),
    order,
  );
  writeFileSync(file, Buffer.from(data, 'base64'));
  return report;
}

/**
 * Loads a sample project.
 * @param longest maximum duration of scenes and videos, in seconds. @param scale factor of its size.
 */
export function fixtureProject(name: string, longest = 60, scale = 1): Project {
  const parsed = parseProjectText(readFileSync(join(projects, `${name}.json`), 'utf8'));
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  const scenes = parsed.value.scenes.map((scene) => ({
    ...scene,
    duration: Math.min(scene.duration, longest),
    layers: scene.layers.map((layer) => (layer.type === 'video' ? shortened(layer, longest) : layer)),
  }));
  const { width, height } = parsed.value;
  return { ...parsed.value, width: width * scale, height: height * scale, scenes };
}

function shortened(layer: VideoLayer, longest: number): VideoLayer {
  const { isTrimmed, startTime, endTime = startTime + longest, playLength } = layer;
  return {
    ...layer,
    ...(isTrimmed ? { endTime: Math.min(endTime, startTime + longest) } : {}),
    ...(playLength === undefined ? {} : { playLength: Math.min(playLength, longest) }),
  };
}

/** Locates files of sample projects for the renderer. */
export async function locateFixture(url: string): Promise<string> {
  return resolve(projects, url);
}

/** Decodes a file completely with ffmpeg. @returns its frames, its duration in seconds, and ffmpeg's error messages. */
export function playThrough(file: string): { frames: number; duration: number; hasSound: boolean; complaints: string } {
  const show = ['-show_entries', 'stream=codec_type,nb_read_packets', '-show_format', '-of', 'json'];
  const probed = execFileSync('ffprobe', ['-v', 'error', '-count_packets', ...show, file], { encoding: 'utf8' });
  const { streams, format } = JSON.parse(probed) as {
    streams: { codec_type: string; nb_read_packets: string }[];
    format: { duration: string };
  };
  const decode = ['-nostdin', '-v', 'warning', '-xerror', '-i', file, '-f', 'null', '-'];
  const { stderr: complaints } = spawnSync('ffmpeg', decode, { encoding: 'utf8' });
  return {
    frames: Number(streams.find(({ codec_type }) => codec_type === 'video')?.nb_read_packets),
    duration: Number(format.duration),
    hasSound: streams.some(({ codec_type }) => codec_type === 'audio'),
    complaints,
  };
}
