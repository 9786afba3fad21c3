import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright';
import { fontFiles } from '../../api/renderer/paint/registerFonts.ts';
import { fontFaceCss } from '../../engine/painters/fonts.ts';
import { launchChromium, sharedChromium } from './chromium.ts';
import { type MediaServer, serveMedia } from './mediaServer.ts';
import { pageScript } from './pageScript.ts';

/** A real browser with a page that has the browser engine as `lab`. */
export interface CompositorLab {
  browser: Browser;
  page: Page;
  server: MediaServer;
  close(): Promise<void>;
}

/** Flags for WebGL2 in Chromium without a GPU; Canvas 2D then uses the same slow emulation. */
export const emulatedWebGL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/**
 * Opens the page. Its path is next to the sample projects, so that their media references resolve. Files of `made` are
 * at /made/.
 * @param options.webgl whether to enable WebGL2, and thus GPU-like Canvas 2D; default true
 */
export async function openLab(
  options: { made?: string; args?: readonly string[]; webgl?: boolean } = {},
): Promise<CompositorLab> {
  const fixtures = resolve('fixtures');
  const fonts = new Map(fontFiles().map(({ file, path }) => [`/fonts/${file}`, path]));
  const css = fontFaceCss((file) => `/fonts/${file}`);
  const server = await serveMedia((path) => {
    if (path === '/projects/') return { html: `<!doctype html><style>${css} body { margin: 0 }</style><body>` };
    if (path.startsWith('/made/') && options.made) return { file: join(options.made, path.slice('/made/'.length)) };
    const file = fonts.get(path) ?? (path.startsWith('/media/') ? join(fixtures, path) : undefined);
    return file && existsSync(file) ? { file } : undefined;
  });
  const args = [...(options.webgl === false ? [] : emulatedWebGL), ...(options.args ?? [])];
  const isShared = args.length === 0;
  const browser = await (isShared ? sharedChromium() : launchChromium(args));
  const page = await browser.newPage({ viewport: { width: 1300, height: 1300 } });
  const script = await pageScript('tests/support/compositorPage.ts');
  await page.goto(`${server.origin}/projects/`);
  await page.addScriptTag({ content: script });
  const close = async () => {
    await (isShared ? page : browser).close();
    await server.close();
  };
  return { browser, page, server, close };
}
