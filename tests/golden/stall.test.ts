import { resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Media } from '../../api/renderer/media/openMedia.ts';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import { common, splitOptions } from '../../api/renderer/print/ffmpegArgs.ts';
import { printAudio } from '../../api/renderer/print/printAudio.ts';
import type { Command } from '../../api/renderer/runs/command.ts';
import { runCommands } from '../../api/renderer/runs/runCommands.ts';
import { createBudget } from '../../api/system/budget.ts';
import { openRenderLab, projectOf } from '../support/renderLab.ts';

const lab = openRenderLab('stall');
afterAll(lab.close);

const background = { width: 160, height: 90, scenes: [{ id: 's', isImageVideo: true, duration: 1, layers: [] }] };

it.each<[string, Command['kind'], string, string]>([
  ['frames', 'pictures', 'color=s=16x16:r=25[out]', '-f null -'],
  ['audio behind the last frame', 'pictures', 'color=s=16x16:r=25:d=0.2[v];anullsrc[out]', '-map [v] -f null -'],
])(
  'stops an ffmpeg that produces endless %s and gives the reason',
  { timeout: 20_000 },
  async (_name, kind, graph, end) => {
    const plan = compileRender(projectOf(background), new Map());
    const command: Command = {
      kind,
      frames: 5,
      writes: { folder: lab.temp, bytes: 0 },
      args: [...common, '-filter_complex', graph, '-map', '[out]', ...splitOptions(end)],
    };
    const media: Media = { paths: new Map(), probes: new Map() } as unknown as Media;
    const context = { media, files: { work: lab.temp, memory: 1e8 }, budget: createBudget(), signal: undefined };
    const run = runCommands([command], plan, { ...context, onFrame: () => {}, onNote: () => {}, stallSeconds: 1 });
    await expect(run).rejects.toMatchObject({ problems: [{ code: 'render.stalled' }] });
  },
);

it('counts the end of a mix in samples and adds timestamps that amix omits', async () => {
  const url = resolve('fixtures/media/numbers.mp4');
  const layer = { type: 'video', url, isTrimmed: true, startTime: 0, endTime: 1 };
  const layers = [
    { ...layer, id: 'first' },
    { ...layer, id: 'fast', speed: 4, from: 1.2 },
  ];
  const probes = new Map([[url, await probeFile(url)]]);
  const plan = compileRender(projectOf({ width: 160, height: 90, scenes: [{ id: 's', duration: 2, layers }] }), probes);
  const graph = printAudio(plan, String, () => 2);
  expect(plan.sounds).toHaveLength(2);
  expect(graph).toMatch(/amix=[^,]+,asetpts=N\/SR\/TB,/);
  expect(graph).toMatch(/apad=whole_len=(\d+),atrim=end_sample=\1,/);
});
