import { expect, it } from 'vitest';
import { canReattachAudio, detachAudio, reattachAudio } from '../../../engine/edit/detachAudio.ts';
import { layersOf } from '../../../engine/edit/find.ts';
import { splitLayer } from '../../../engine/edit/layerTime.ts';
import { setAudioEffects, setSoundEffects } from '../../../engine/edit/soundEffects.ts';
import { countedIds, good, makeProject, scene, video } from '../make.ts';

const project = makeProject([scene('s', [video('v', 6, { isMuted: false })])], { audio: { url: 'a.wav' } });
const only = (now: typeof project) => layersOf(now, ['v'])[0];

it('sets pan and equalizer in their ranges, and removes what changes nothing', () => {
  const panned = setSoundEffects(setSoundEffects(project, 'v', { pan: 130 }), 'v', { low: -30 });
  expect(only(panned)).toMatchObject({ pan: 100, eq: { low: -24, mid: 0, high: 0 } });
  expect(setSoundEffects(panned, 'v', { pan: 100 })).toBe(panned);
  const preset = setSoundEffects(panned, 'v', { preset: 'radio' });
  expect(only(preset)).toMatchObject({ eq: { preset: 'radio', low: -24 } });
  expect(only(setSoundEffects(preset, 'v', { pan: 0, low: 0, preset: undefined }))).toEqual(only(project));
  expect(setSoundEffects(project, 'v', { pan: 0 })).toBe(project);
  expect(setAudioEffects(project, { pan: -20 }).audio).toMatchObject({ pan: -20 });
});

it('keeps effects in a split and in detached audio, and brings them back', () => {
  const panned = setSoundEffects(project, 'v', { pan: 30, mid: 6 });
  const effects = { pan: 30, eq: { low: 0, mid: 6, high: 0 } };
  const split = good(splitLayer(panned, 'v', 2, countedIds()));
  for (const layer of split.scenes[0]?.layers ?? []) expect(layer).toMatchObject(effects);
  const detached = detachAudio(panned, 'v', countedIds());
  const sound = [...(detached.layers ?? []), ...detached.scenes.flatMap(({ layers }) => layers)].find(
    ({ type }) => type === 'audio',
  );
  expect(sound).toMatchObject(effects);
  expect(canReattachAudio(detached, 'v')).toBe(true);
  const changed = setSoundEffects(detached, sound?.id ?? '', { pan: -40 });
  expect(only(reattachAudio(changed, 'v'))).toMatchObject({ ...effects, pan: -40 });
});
