import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompositorLab, openLab } from '../../support/compositorLab.ts';
import { ssim } from '../../support/ssim.ts';

const modes = ['canvas2d', 'webgl'] as const;
type Mode = (typeof modes)[number];
const size = { width: 320, height: 180 };
const kinds = ['fade', 'dissolve', 'slide', 'wipe', 'zoom'] as const;
type Kind = (typeof kinds)[number];
let lab: CompositorLab;
let page: CompositorLab['page'];

beforeAll(async () => {
  lab = await openLab({ args: ['--autoplay-policy=no-user-gesture-required'] });
  page = lab.page;
  await page.evaluate((canvas) => {
    /** A video and a text of 2 s, followed by another video with a transition. */
    Object.assign(globalThis, {
      twoScenes(transition: object) {
        const video = (id: string, url: string) => ({ id, type: 'video', url, duration: 2, objectFit: 'fill' });
        const whole = { position: { x: '0%', y: '0%', width: '100%', height: '100%' } };
        const text = { id: 't', type: 'text', text: 'Before', position: { x: '10%', width: '50%', height: '40%' } };
        return globalThis.lab.made({
          ...canvas,
          scenes: [
            {
              id: 'a',
              background: '#204060',
              layers: [text, { ...video('v', '/media/numbers.mp4'), position: { y: '10%', height: '70%' } }],
            },
            { id: 'b', layers: [{ ...video('w', '/media/party.mp4'), ...whole }], transition },
          ],
        });
      },
    });
  }, size);
});

afterAll(() => lab?.close());

declare function twoScenes(transition: object): ReturnType<typeof globalThis.lab.made>;

type Pixels = Uint8ClampedArray;
const pixelsOf = (text: string): Pixels => new Uint8ClampedArray(Buffer.from(text, 'base64'));

/** Progress of the transitions that are tested. */
const progresses = [0.3, 0.8];

interface Shots {
  /** Both scenes without the transition. */
  before: Pixels;
  after: Pixels[];
  mixed: Record<Kind, Pixels[]>;
}

async function shotsOf(mode: Mode): Promise<Shots> {
  const found = await page.evaluate(
    async ([way, canvas, types, places]) => {
      const stand = globalThis.lab.open({ mode: way, ...canvas });
      const shot = async (
        project: ReturnType<typeof twoScenes>,
        sceneIndex: number,
        time: number,
        isAlone: boolean,
      ) => {
        stand.preview.show({ project, sceneIndex, time, isAlone });
        await stand.preview.painted();
        return globalThis.lab.bytesOf(stand.canvas);
      };
      const plain = twoScenes({ type: 'cut' });
      const before = await shot(plain, 0, 1.99, false);
      const after: string[] = [];
      const mixed: Record<string, string[]> = Object.fromEntries(types.map((type) => [type, []]));
      for (const progress of places) {
        after.push(await shot(plain, 1, 2 + progress, false));
        for (const type of types)
          mixed[type]?.push(await shot(twoScenes({ type, duration: 1 }), 1, 2 + progress, false));
      }
      stand.close();
      return { before, after, mixed };
    },
    [mode, size, kinds, progresses] as const,
  );
  const mixed = Object.fromEntries(Object.entries(found.mixed).map(([type, texts]) => [type, texts.map(pixelsOf)]));
  return { before: pixelsOf(found.before), after: found.after.map(pixelsOf), mixed: mixed as Shots['mixed'] };
}

/** The expected pixel of a transition; x counts from the left. Zoom is tested only by comparing both modes. */
const rules: Record<
  Exclude<Kind, 'zoom'>,
  (one: Picture, other: Picture, x: number, y: number, p: number) => number[]
> = {
  fade: (before, after, x, y, p) => (p < 0.5 ? before : after)(x, y).map((value) => value * Math.abs(1 - 2 * p)),
  dissolve: (before, after, x, y, p) => {
    const next = after(x, y);
    return before(x, y).map((value, i) => value * (1 - p) + (next[i] as number) * p);
  },
  slide: (before, after, x, y, p) => {
    const from = x + Math.round(size.width * p);
    return from < size.width ? before(from, y) : after(from - size.width, y);
  },
  wipe: (before, after, x, y, p) => (x < Math.round(size.width * (1 - p)) ? before : after)(x, y),
};
type Picture = (x: number, y: number) => number[];
const pictureOf =
  (pixels: Pixels): Picture =>
  (x, y) => [...pixels.subarray((y * size.width + x) * 4).slice(0, 3)];

const drawn = new Map<Mode, Shots>();

describe.each(modes)('a transition with %s', (mode) => {
  it('mixes the end of the previous scene with the start of the next', async () => {
    const shots = await shotsOf(mode);
    drawn.set(mode, shots);
    for (const [type, rule] of Object.entries(rules)) {
      for (const [i, progress] of progresses.entries()) {
        const seen = pictureOf(shots.mixed[type as Kind][i] as Pixels);
        const [before, after] = [pictureOf(shots.before), pictureOf(shots.after[i] as Pixels)];
        let most = 0;
        for (let y = 3; y < size.height; y += 7) {
          for (let x = 0; x < size.width; x += 1) {
            const wanted = rule(before, after, x, y, progress);
            for (const [k, value] of seen(x, y).entries())
              most = Math.max(most, Math.abs(value - (wanted[k] as number)));
          }
        }
        expect.soft(most, `${type} at ${progress}`).toBeLessThanOrEqual(3);
      }
    }
  });

  it('begins with the previous scene, and is not shown when the editor is paused at the start of a scene', async () => {
    const found = await page.evaluate(
      async ([way, canvas]) => {
        const stand = globalThis.lab.open({ mode: way, ...canvas });
        const project = twoScenes({ type: 'wipe', duration: 1 });
        const shot = async (more: object, sceneIndex = 1) => {
          stand.preview.show({ project, sceneIndex, time: 2, ...more });
          await stand.preview.painted();
          return globalThis.lab.bytesOf(stand.canvas);
        };
        const held = await shot({ time: 1.99 }, 0);
        const start = await shot({});
        const alone = await shot({ isAlone: true });
        const rest = await shot({ stillTexts: true });
        stand.close();
        return { held, start, isScene: alone === rest && rest !== start };
      },
      [mode, size] as const,
    );
    expect(found.isScene).toBe(true);
    const [held, start] = [pixelsOf(found.held), pixelsOf(found.start)];
    // An image that passes through a texture may be rounded one more time.
    expect(held.reduce((most, value, i) => Math.max(most, Math.abs(value - (start[i] as number))), 0)).toBeLessThan(2);
  });

  it('loads nothing again, and releases the previous scene when it is over', async () => {
    const found = await page.evaluate(
      async ([way, canvas]) => {
        const asked: string[] = [];
        const urlOf = (url: string) => {
          asked.push(url);
          return url;
        };
        const stand = globalThis.lab.open({ mode: way, ...canvas, urlOf });
        const project = twoScenes({ type: 'slide', duration: 0.5 });
        const counts: number[][] = [];
        const show = async (sceneIndex: number, time: number) => {
          stand.preview.show({ project, sceneIndex, time });
          await stand.preview.painted();
          const { layers, pictures, textures } = stand.preview.counts;
          counts.push([stand.media.size, layers, pictures, textures]);
        };
        for (const [sceneIndex, time] of [
          [0, 1.5],
          [1, 2.1],
          [1, 2.4],
          [1, 2.6],
          [1, 2.2],
          [0, 1.2],
        ] as const)
          await show(sceneIndex, time);
        stand.preview.dispose();
        const left = stand.media.size;
        stand.close();
        return { asked, counts, left };
      },
      [mode, size] as const,
    );
    const [numbers, party] = ['/media/numbers.mp4', '/media/party.mp4'];
    // Seeking back into the transition needs the first video again; seeking back to its scene then does not.
    expect(found.asked).toEqual([numbers, party, numbers]);
    const textures = (count: number) => (mode === 'webgl' ? count : 0);
    expect(found.counts).toEqual([
      [1, 2, 1, textures(2)],
      [2, 3, 1, textures(3)],
      [2, 3, 1, textures(3)],
      [1, 1, 0, textures(1)],
      [2, 3, 1, textures(3)],
      [1, 2, 1, textures(2)],
    ]);
    expect(found.left).toBe(0);
  });

  it('survives a resize, and respects moved and hidden layers', async () => {
    const found = await page.evaluate(
      async ([way, canvas]) => {
        const stand = globalThis.lab.open({ mode: way, ...canvas });
        const project = twoScenes({ type: 'dissolve', duration: 1 });
        const shot = async (more: object = {}) => {
          stand.preview.show({ project, sceneIndex: 1, time: 2.5, ...more });
          await stand.preview.painted();
          return globalThis.lab.bytesOf(stand.canvas);
        };
        const before = await shot();
        stand.preview.resize(canvas.width / 2, canvas.height / 2, 1);
        await stand.preview.painted();
        stand.preview.resize(canvas.width, canvas.height, 1);
        await stand.preview.painted();
        const resized = globalThis.lab.bytesOf(stand.canvas);
        stand.preview.place('w', { x: 0, y: 0, width: 100, height: 50, rotation: 0 });
        stand.preview.draw();
        const placed = globalThis.lab.bytesOf(stand.canvas);
        stand.preview.place('w', undefined);
        stand.preview.hide('w');
        const hidden = await shot();
        stand.preview.hide(undefined);
        const again = await shot();
        stand.close();
        return { same: [resized === before, again === before], other: [placed !== before, hidden !== before] };
      },
      [mode, size] as const,
    );
    expect(found).toEqual({ same: [true, true], other: [true, true] });
  });
});

it('transitions look the same in both modes', () => {
  const [flat, card] = [drawn.get('canvas2d') as Shots, drawn.get('webgl') as Shots];
  for (const type of kinds) {
    for (const [i, progress] of progresses.entries()) {
      const [a, b] = [flat.mixed[type][i] as Pixels, card.mixed[type][i] as Pixels];
      expect.soft(ssim(a, b, size.width, size.height), `${type} at ${progress}`).toBeGreaterThan(0.985);
    }
  }
});

it('a transition is restored after the graphics context was lost', async () => {
  const found = await page.evaluate(async (canvas) => {
    const stand = globalThis.lab.open({ mode: 'webgl', ...canvas });
    const project = twoScenes({ type: 'zoom', duration: 1 });
    stand.preview.show({ project, sceneIndex: 1, time: 2.4 });
    await stand.preview.painted();
    const before = globalThis.lab.bytesOf(stand.canvas);
    const errorBefore = stand.canvas.getContext('webgl2')?.getError();
    const card = stand.canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    const lost = new Promise((done) => stand.canvas.addEventListener('webglcontextlost', done, { once: true }));
    card?.loseContext();
    await lost;
    const restored = new Promise((done) => stand.canvas.addEventListener('webglcontextrestored', done, { once: true }));
    // Restoring the context in the same task as losing it fails.
    await globalThis.lab.frames(2);
    card?.restoreContext();
    await restored;
    await stand.preview.painted();
    const after = globalThis.lab.bytesOf(stand.canvas);
    const error = stand.canvas.getContext('webgl2')?.getError();
    stand.close();
    return { same: before === after, errors: [errorBefore, error] };
  }, size);
  expect(found).toEqual({ same: true, errors: [0, 0] });
});
