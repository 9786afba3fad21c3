import { describe, expect, it } from 'vitest';
import { fontFiles } from '../../../api/renderer/paint/registerFonts.ts';
import { fontFaceCss } from '../../../engine/painters/fonts.ts';
import { openEngine } from '../../support/engines/openEngine.ts';
import { inkBox, inkLayers, inkTexts } from '../../support/inkSamples.ts';
import { serveMedia } from '../../support/mediaServer.ts';
import { pageScript } from '../../support/pageScript.ts';
import type { inkOf } from '../../support/paintPage.ts';

/** A page with all fonts that can paint. */
async function servePage() {
  const fonts = new Map(fontFiles().map(({ file, path }) => [`/fonts/${file}`, path]));
  const script = (await pageScript('tests/support/paintPage.ts')).replaceAll('</script', '<\\/script');
  const css = fontFaceCss((file) => `/fonts/${file}`);
  const html = `<!doctype html><meta charset="utf-8"><style>${css}</style><body><script>${script}</script>`;
  return serveMedia((path) => {
    const file = fonts.get(path);
    return path === '/page/' ? { html } : file ? { file } : undefined;
  });
}

// CUTROOM_LONG=1 only. paint-parity.test.ts has the same test for Chromium.
describe.runIf(process.env.CUTROOM_LONG)('the ink of text', () => {
  it.each(['firefox', 'webkit'] as const)('stays within its measured bounds in %s', async (engine) => {
    const opened = await openEngine(engine, {});
    if (!opened) return;
    const server = await servePage();
    await opened.page.open(`${server.origin}/page/`);
    for (const text of inkTexts) {
      const layers = inkLayers(text);
      const counts = await opened.page.run(
        (made, box) => (globalThis as unknown as { inkOf: typeof inkOf }).inkOf(made, box),
        layers,
        inkBox,
      );
      const told = counts.map((count, i) => ({ ...count, family: layers[i]?.fontFamily }));
      expect(told.filter(({ touched, outside }) => touched < 50 || outside > 0)).toEqual([]);
    }
    await opened.close();
    await server.close();
  });
});
