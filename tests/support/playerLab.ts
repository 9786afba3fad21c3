import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright';
import { launchChromium } from './chromium.ts';
import { serveMedia } from './mediaServer.ts';
import { pageScript } from './pageScript.ts';

/** A real browser with a page that plays projects: `playing`. */
export interface PlayerLab {
  browser: Browser;
  page: Page;
  /** Opens another such page. */
  open(): Promise<Page>;
  close(): Promise<void>;
}

/** Opens the page. @param made folder that is served at /made/; the sample media are at /media/. */
export async function openPlayerLab(made: string): Promise<PlayerLab> {
  const server = await serveMedia((path) => {
    if (path === '/') return { html: '<!doctype html><style>body { margin: 0 }</style><body>' };
    const file = path.startsWith('/made/') ? join(made, path.slice('/made/'.length)) : join(resolve('fixtures'), path);
    return existsSync(file) ? { file } : undefined;
  });
  const browser = await launchChromium(['--autoplay-policy=no-user-gesture-required', '--enable-precise-memory-info']);
  const script = await pageScript('tests/support/playerPage.ts');
  const open = async () => {
    const page = await browser.newPage({ viewport: { width: 400, height: 300 } });
    await page.goto(`${server.origin}/`);
    await page.addScriptTag({ content: script });
    return page;
  };
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { browser, page: await open(), open, close };
}

/**
 * Creates a video that is white with a tone for the first 100 ms of each second, and black otherwise.
 * @param seconds its duration. @param tone frequency in Hz.
 */
export function makeFlashes(out: string, seconds: number, tone = 1000): void {
  const beep = `aevalsrc='0.5*sin(2*PI*${tone}*t)*lt(mod(t,1),0.1)':s=48000:d=${seconds}`;
  const flash = `color=white:s=160x90:r=30:d=${seconds},drawbox=c=black:t=fill:enable='gte(mod(t+0.001,1),0.1)'`;
  const video = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '60',
    '-movflags',
    '+faststart',
  ];
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', flash, '-f', 'lavfi', '-i', beep],
    ...[...video, '-c:a', 'aac', '-b:a', '128k', '-shortest', out],
  ]);
}
