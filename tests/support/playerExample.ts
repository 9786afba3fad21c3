import { openPlayer } from '../../engine/browser/player/openPlayer.ts';
import { canvasSize } from '../../engine/layout/canvasSize.ts';
import { parseProject } from '../../engine/project/parse.ts';

// A complete page that plays a project from JSON with the engine alone. Files are found relative to the page.

const parsed = parseProject(JSON.parse(document.querySelector('script[type="application/json"]')?.textContent ?? ''));
if (!parsed.ok) throw new Error(parsed.problems[0]?.message);

const canvas = document.createElement('canvas');
const button = document.createElement('button');
document.body.append(canvas, button);

const player = openPlayer({
  canvas,
  project: parsed.value,
  media: { urlOf: (url) => url },
  audio: {},
  quality: 'auto',
  loop: 'none',
  onProblem: ({ kind, url }) => console.error(`${kind}: ${url}`),
});
const { width, height } = canvasSize(parsed.value);
player.resize(width, height, 1);

const show = () => {
  button.textContent = player.state === 'paused' ? 'Play' : 'Pause';
};
show();
player.subscribe(show);
button.onclick = () => (player.state === 'paused' ? player.play() : player.pause());

Object.assign(globalThis, { player });
