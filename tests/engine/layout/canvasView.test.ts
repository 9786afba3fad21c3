import { describe, expect, it } from 'vitest';
import { drawnRatio, keptView, nextStop, zoomedView } from '../../../engine/layout/canvasView.ts';
import { pixelSteps } from '../../../engine/layout/pixelRuler.ts';
import { coveredByApps, safeAreas } from '../../../engine/layout/safeAreas.ts';

/** A canvas of 1200 by 800 pixels at half its size. */
const fit = { width: 600, height: 400, scale: 0.5 };
const resting = { scale: 0.5, x: 0, y: 0 };

describe('the canvas view', () => {
  it('zooms around a fixed point', () => {
    const at = { x: 150, y: -100 };
    const view = zoomedView(resting, 1, at, at, fit);
    expect(view).toEqual({ scale: 1, x: -150, y: 100 });
    expect(zoomedView(view, 0.5, at, at, fit)).toEqual(resting);
    const [from, to] = [at, { x: 160, y: -90 }];
    expect(zoomedView(view, 1, from, to, fit)).toEqual({ scale: 1, x: -140, y: 110 });
  });

  it('stays between 5 % and 800 %, or at the fitting scale if that is outside this range', () => {
    const zoomed = (scale: number, own = fit) => zoomedView(resting, scale, { x: 0, y: 0 }, { x: 0, y: 0 }, own).scale;
    expect([zoomed(0), zoomed(99)]).toEqual([0.05, 8]);
    expect(zoomed(0, { ...fit, scale: 0.01 })).toBe(0.01);
    expect(zoomed(99, { ...fit, scale: 20 })).toBe(20);
  });

  it('is panned no further than the canvas covers the area it covers when it fits', () => {
    expect(keptView({ scale: 1, x: 900, y: -900 }, fit)).toEqual({ scale: 1, x: 300, y: -200 });
    expect(keptView({ scale: 0.4, x: 10, y: 10 }, fit)).toEqual({ scale: 0.4, x: 0, y: 0 });
  });

  it('zooms in steps and stops at the last one', () => {
    expect([nextStop(0.47, 1), nextStop(0.47, -1), nextStop(0.5, 1), nextStop(8, 1)]).toEqual([0.5, 0.33, 0.75, 8]);
  });

  it('is drawn with at most as many pixels as 4K, but never with fewer than when it fits', () => {
    expect(drawnRatio({ width: 1200, height: 800 }, fit, 2)).toBe(2);
    expect(drawnRatio({ width: 7680, height: 4320 }, fit, 1)).toBe(0.5);
    const large = { width: 4000, height: 4000 };
    expect(drawnRatio(large, large, 1)).toBe(1);
  });
});

describe('rulers and safe areas', () => {
  it('choose ruler numbers far enough apart to be read, with marks between them', () => {
    expect([0.01, 0.05, 0.5, 1, 8].map(pixelSteps)).toEqual([
      { word: 1000, bare: 500 },
      { word: 1000, bare: 100 },
      { word: 200, bare: 20 },
      { word: 100, bare: 10 },
      { word: 10, bare: 1 },
    ]);
  });

  it('are nine and eight tenths of the canvas, and apps cover the edges of a phone canvas', () => {
    const phone = { width: 1080, height: 1920 };
    expect(safeAreas(phone)[1]).toMatchObject({ name: 'title', width: 864, height: 1536 });
    expect(coveredByApps({ width: 1920, height: 1080 })).toEqual([]);
    const areas = coveredByApps(phone).map(({ width, height }) => [width, height].map(Math.round));
    expect(areas).toEqual([
      [1080, 230],
      [1080, 384],
      [130, 1306],
    ]);
  });
});
