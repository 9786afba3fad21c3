import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import type { MediaFacts } from '../../../engine/project/media.ts';
import { messages } from '../../../engine/project/messages.ts';
import { compileToolBody } from '../../../engine/tools/body.ts';
import { tools } from '../../../engine/tools/index.ts';
import type { Tool } from '../../../engine/tools/tool.ts';
import { bodyWithDefaults, compileDraft, sourceProject } from '../../../ui/client/drafts/compileDraft.ts';
import { refusalsOf } from '../../../ui/client/drafts/refusals.ts';
import { newMediaPath, putEntry } from '../../../ui/client/media/mediaTable.ts';
import {
  addSources,
  draftHistories,
  draftOf,
  editDraft,
  endStep,
  redoDraft,
  resetDraft,
  setExtraSource,
  setField,
  undoDraft,
} from '../../../ui/tools/drafts.ts';
import { forgetSources, resetAllDrafts } from '../../../ui/tools/forgetDrafts.ts';
import { editAllDraftSteps } from '../../../ui/tools/subtitles/draftTranscription.ts';

const toolOf = (id: string) => tools.find((tool) => tool.id === id) as Tool;
const file = (url: string, facts: Partial<ChosenMedia> = {}): ChosenMedia => ({
  ...{ url, kind: 'video', width: 640, height: 360, duration: 10, hasAudio: true, animated: false },
  ...facts,
});
const sound = (url: string) => file(url, { kind: 'audio', width: 0, height: 0 });

beforeEach(() => {
  // Discards pending writes of the previous test.
  dispatchEvent(new Event('pagehide'));
  for (const id of Object.keys(draftHistories)) delete draftHistories[id];
  vi.useFakeTimers();
});

describe('a draft', () => {
  it('merges quick changes of one setting into one undo step', () => {
    const loop = toolOf('loop');
    addSources(loop, [file('a.mp4')]);
    setField(loop, 'numLoops', 3);
    setField(loop, 'numLoops', 4);
    vi.advanceTimersByTime(2000);
    setField(loop, 'numLoops', 5);
    undoDraft(loop);
    expect(draftOf(loop).settings).toEqual({ numLoops: 4 });
    undoDraft(loop);
    expect(draftOf(loop).settings).toEqual({});
    redoDraft(loop);
    redoDraft(loop);
    expect(draftOf(loop).settings).toEqual({ numLoops: 5 });
    resetDraft(loop);
    expect(draftOf(loop)).toMatchObject({ sources: [{ url: 'a.mp4' }], settings: {} });
    undoDraft(loop);
    expect(draftOf(loop).settings).toEqual({ numLoops: 5 });
  });

  it('treats a drag as one undo step however long the pointer rests, and keeps changes outside the history', () => {
    const loop = toolOf('loop');
    const drag = (numLoops: number) => editDraft(loop, (draft) => ({ ...draft, settings: { numLoops } }), 'drag a');
    drag(2);
    vi.advanceTimersByTime(5000);
    drag(3);
    endStep();
    drag(4);
    editAllDraftSteps(loop, (draft) => ({ ...draft, settings: { ...draft.settings, name: 'a' } }));
    undoDraft(loop);
    expect(draftOf(loop).settings).toEqual({ numLoops: 3, name: 'a' });
    undoDraft(loop);
    expect(draftOf(loop).settings).toEqual({ name: 'a' });
  });

  it('drops a trim when its file is replaced', () => {
    const trimAudio = toolOf('audio-trim');
    addSources(trimAudio, [sound('a.mp3')]);
    setField(trimAudio, 'audioTrimStartTime', 4);
    addSources(trimAudio, [sound('b.mp3')]);
    expect(draftOf(trimAudio).settings).toEqual({});
    const audio = toolOf('audio');
    addSources(audio, [file('a.mp4')]);
    setExtraSource(audio, sound('a.mp3'));
    setField(audio, 'audioTrimEndTime', 4);
    setField(audio, 'loop', true);
    setExtraSource(audio, undefined);
    expect(draftOf(audio)).toEqual({ sources: [file('a.mp4')], settings: { loop: true } });
  });

  it('is restored after a reset of all tools, unless it has new files', () => {
    const [loop, speed] = [toolOf('loop'), toolOf('speed')];
    for (const tool of [loop, speed]) addSources(tool, [file('a.mp4')]);
    setField(loop, 'numLoops', 3);
    const undo = resetAllDrafts();
    expect([loop, speed].map(draftOf)).toEqual([0, 0].map(() => ({ sources: [], settings: {} })));
    addSources(speed, [file('b.mp4')]);
    undo();
    expect(draftOf(loop)).toEqual({ sources: [file('a.mp4')], settings: { numLoops: 3 } });
    expect(draftOf(speed).sources).toEqual([file('b.mp4')]);
  });

  it('drops missing files, including its watermark', () => {
    const trim = toolOf('trim');
    addSources(trim, [file('a.mp4')]);
    setField(trim, 'watermarkImg', 'logo.png');
    forgetSources(trim, ['logo.png']);
    expect(draftOf(trim)).toEqual({ sources: [file('a.mp4')], settings: {} });
    forgetSources(trim, ['a.mp4']);
    expect(draftOf(trim).sources).toEqual([]);
  });
});

describe('problems of a draft', () => {
  const said = (settings: Record<string, unknown>, isAsked = false) => {
    const thanks = toolOf('thanks');
    const draft = { sources: [], settings };
    const compiled = compileDraft(thanks, draft);
    const { at, elsewhere } = refusalsOf(thanks, {
      ...{ draft, isAsked, silent: [] },
      problems: compiled.ok ? [] : compiled.problems,
    });
    return { at: at('thanksSubject'), elsewhere };
  };

  it('appear at a field that was set or after Create, otherwise quietly at Create', () => {
    const words = 'Please enter something you are thankful for!';
    expect(said({})).toEqual({ at: '', elsewhere: words });
    expect(said({ thanksSubject: 'a' })).toEqual({ at: words, elsewhere: undefined });
    expect(said({}, true)).toEqual({ at: words, elsewhere: undefined });
    expect(said({ thanksSubject: 'rain' })).toEqual({ at: '', elsewhere: undefined });
  });
});

it('numbers the file of a problem among several files', () => {
  const montage = toolOf('montage');
  const short = { startTime: 2, endTime: 2.5, isMuted: false };
  const draft = { sources: [file('a.mp4'), { ...file('b.mp4'), clip: short }], settings: {} };
  const compiled = compileDraft(montage, draft);
  const problems = compiled.ok ? [] : compiled.problems;
  const { elsewhere } = refusalsOf(montage, { draft, problems, isAsked: false, silent: [] });
  expect(elsewhere).toBe('Clip 2: Your video must be at least 1 second long.');
});

it('edits a part of a two-hour video, and rejects the whole video only on Create', () => {
  const source = file('long.mp4', { duration: 7200 });
  const trim = toolOf('trim');
  const said = (settings: Record<string, unknown>) => {
    const draft = { sources: [source], settings };
    const compiled = compileDraft(trim, draft);
    const problems = compiled.ok ? [] : compiled.problems;
    return refusalsOf(trim, { draft, problems, isAsked: true, silent: [] }).elsewhere;
  };
  expect(said({})).toBe(messages.sourceTooLong);
  expect(said({ startTime: 7000, endTime: 7005 })).toBeUndefined();
  expect(sourceProject({ sources: [source], settings: {} })?.scenes[0]?.layers[0]).toMatchObject({ duration: 7200 });
});

it('treats a watermark with only an image as an image watermark', () => {
  const draft = {
    sources: [file('a.mp4')],
    settings: { withCustomWatermark: true, watermarkImg: 'logo.png', numLoops: 2 },
  };
  const compiled = compileDraft(toolOf('loop'), draft);
  expect(compiled.ok && compiled.value).toMatchObject({ watermarkMedium: 'image', watermarkImg: 'logo.png' });
});

it.each([
  [
    '\u0639\u0631\u0628\u064a \u0641\u064a\u062f\u064a\u0648.mp4',
    '\u0639\u0631\u0628\u064a \u0641\u064a\u062f\u064a\u0648',
  ],
  ['Day 2, \u{1f3ac}.final.mov', 'Day 2, \u{1f3ac}.final'],
  ['half\ud83c a letter, \u202edisguised.mp4', 'half a letter, disguised'],
])('names a result after its file %j', (name, called) => {
  const { id, url } = newMediaPath(name);
  putEntry({ id, url, name, size: 1, type: 'video/mp4', state: 'kept', sent: 0, shown: true }, new Blob(['x']));
  const compiled = compileDraft(toolOf('loop'), { sources: [file(url)], settings: { numLoops: 2 } });
  expect(compiled.ok && compiled.value.name).toBe(called);
});

/** What Create sends for a draft with default settings, in addition to the common fields. */
const sent: [id: string, body: Record<string, unknown>][] = [
  ['trim', { isTrimmed: false, isTrimmedOnly: true, startTime: 0 }],
  [
    'audio',
    {
      ...{ isAudioVideo: true, audio: 'song.mp3', audioStartTime: 0, audioTrimStartTime: 0, audioIsTrimmed: false },
      audioEdit: { loop: false, mute: false, duration: 10 },
    },
  ],
  ['audio-trim', { isAudioTrimmedOnly: true, audio: 'song.mp3', audioTrimStartTime: 0, audioIsTrimmed: false }],
  [
    'resize',
    {
      ...{ resizeTemplate: '1:1', resizeOption: 'fit', resizeBackground: '#000000', resizeZoom: 100 },
      ...{ resizeXPos: 0, resizeYPos: 0, videoResized: true },
    },
  ],
  ['stop-motion', { isStopMotionVideo: true, stopMotionClipRate: 0.6, stopMotionSpeed: 0.2, reverseStopMotion: false }],
  ['thanks', { thanksVideo: true, thanksSubject: '', watermark: true }],
  ['loop', { isLooped: true, setDuration: 0, numLoops: 2 }],
  [
    'filter',
    {
      ...{ isFiltered: true, filterName: 'Original', brightness: 100, contrast: 100, saturation: 100, vignette: 0 },
      fadeOpacity: 0,
    },
  ],
  ['reverse', { isReversed: true, reverseSpeed: 1, isBoomeranged: false, isMuted: false }],
  ['image-video', { isImageVideo: true, imageVideoDuration: 15, videoRatio: 'none', videoPosition: 'crop' }],
  ['speed', { isSpeedVideo: true, speedChoice: 1 }],
  ['rotate', { isRotate: true, rotation: 0, flipped: false }],
  ['convert', { isConvertVideo: true, convertOption: 'mp4', jpegTimestamp: 0 }],
  [
    'montage',
    {
      ...{ isMaker: true, maker: 'montage', isMontage: true, montageRatio: '1:1', montagePositioning: 'crop' },
      ...{ isImage: false, isGIF: false, clips: [{ id: 'one', type: 'video', url: 'a.mp4' }] },
    },
  ],
];

it.each(sent)('Create of %s sends all settings, which mean the same as none', (id, body) => {
  const tool = toolOf(id);
  const isOf = (kind: ChosenMedia['kind']) => tool.inputs.kinds.some((one) => one === kind);
  const source = isOf('video') ? file('a.mp4') : isOf('image') ? file('a.png', { kind: 'image' }) : sound('song.mp3');
  const sources = tool.inputs.max === 0 ? [] : [{ ...source, id: 'one' }];
  const draft = { sources, ...(tool.extra ? { beside: sound('song.mp3') } : {}), settings: {} };
  const whole = bodyWithDefaults(tool, draft);
  expect(whole).toMatchObject({
    ...{ progressText: 'Loading ...', done: false, editorPath: '/', watermark: false },
    ...body,
  });
  const facts = new Map<string, MediaFacts>([...sources, sound('song.mp3')].map((one) => [one.url, one]));
  expect(compileToolBody(whole, facts)).toEqual(compileDraft(tool, draft));
});

it('Create says the fields of every tool that the specification lists, for files of any kind', () => {
  const files = [
    file('a.mp4'),
    file('a.png', { kind: 'image', duration: 0, hasAudio: false }),
    file('a.gif', { kind: 'image', animated: true, duration: 2, hasAudio: false }),
    sound('song.mp3'),
  ];
  const common = ['parentId', 'watermark', 'editorPath', 'dimensions', 'duration', 'isGif', 'isImage'];
  const span = ['isTrimmed', 'startTime', 'endTime'];
  const mark = ['withCustomWatermark', 'watermarkPos', 'watermarkText', 'watermarkFont', 'watermarkColor'];
  let compared = 0;
  for (const tool of tools) {
    const fitting = files.filter(({ kind, animated }) =>
      tool.inputs.kinds.includes(animated ? 'animation' : (kind as 'video')),
    );
    for (const source of tool.inputs.max === 0 ? [undefined] : fitting) {
      const sources = source ? [{ ...source, id: 'one' }] : [];
      const beside = tool.extra && tool.extra.min > 0 ? { beside: sound('song.mp3') } : {};
      const texts = { watermark: { watermarkText: 'mine' }, thanks: { thanksSubject: 'Ada' } }[tool.id] ?? {};
      const draft = { sources, ...beside, settings: texts };
      const compiled = compileDraft(tool, draft);
      if (!compiled.ok) continue;
      compared += 1;
      const whole = bodyWithDefaults(tool, draft);
      const fields = [...common, ...(source ? span : []), ...(source?.kind === 'audio' ? [] : mark)];
      expect([tool.id, fields.filter((name) => !(name in whole))]).toEqual([tool.id, []]);
      const facts = new Map<string, MediaFacts>([...sources, sound('song.mp3')].map((one) => [one.url, one]));
      expect([tool.id, compileToolBody(whole, facts)]).toEqual([tool.id, compiled]);
    }
  }
  expect(compared).toBeGreaterThan(25);
});
