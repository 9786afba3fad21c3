import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileProblems } from '../../engine/project/guard.ts';
import { parseProject, parseProjectText } from '../../engine/project/parse.ts';
import { problemCodes } from '../../engine/project/problems.ts';
import { good } from '../engine/make.ts';
import { projectInput, seeded } from './arbitraries.ts';

const codes = (value: unknown) => {
  const parsed = parseProject(value);
  return parsed.ok ? [] : parsed.problems.map(({ code, pointer }) => `${code} ${pointer}`);
};

/** Resolves a JSON pointer; undefined if nothing is there. */
function at(value: unknown, pointer: string): unknown {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce<unknown>((found, key) => (found as Record<string, unknown> | undefined)?.[key], value);
}

describe('parseProject', () => {
  it('parses a serialized project to itself', () => {
    fc.assert(
      fc.property(projectInput, (input) => {
        const project = good(parseProject(input));
        expect(parseProject(project)).toEqual({ ok: true, value: project });
        expect(parseProjectText(JSON.stringify(project))).toEqual({ ok: true, value: project });
      }),
      seeded,
    );
  });

  it('does not modify its input', () => {
    fc.assert(
      fc.property(projectInput, (input) => {
        const before = structuredClone(input);
        parseProject(input);
        expect(input).toEqual(before);
      }),
      seeded,
    );
  });

  it('drops unknown fields at every level', () => {
    fc.assert(
      fc.property(projectInput, fc.jsonValue({ maxDepth: 2 }), (input, value) => {
        const extended = {
          ...input,
          zzz: value,
          scenes: input.scenes.map((scene) => ({
            ...scene,
            zzz: value,
            layers: (scene.layers ?? []).map((layer) => ({ ...layer, zzz: value })),
          })),
        };
        expect(parseProject(extended)).toEqual(parseProject(input));
      }),
      { ...seeded, numRuns: 100 },
    );
  });

  it('never throws, and reports coded problems in plain sentences for any value', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withSparseArray: true, maxDepth: 4 }), (value) => {
        const parsed = parseProject(value);
        if (parsed.ok) return;
        for (const { code, pointer, message } of parsed.problems) {
          expect(problemCodes).toHaveProperty([code]);
          expect(pointer).toMatch(/^(\/|$)/);
          expect(message).toMatch(/^["A-Z][\s\S]*[.!]$/);
        }
      }),
      seeded,
    );
  });

  it('never throws on text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          projectInput.map((input) => JSON.stringify(input).slice(0, -1)),
        ),
        (text) => {
          expect(parseProjectText(text)).toMatchObject({ ok: expect.any(Boolean) });
        },
      ),
      seeded,
    );
  });

  it('reports an invalid value at any position with its pointer', () => {
    const breaks: [string, unknown][] = [
      ['background', 'no color'],
      ['duration', -1],
      ['duration', Number.NaN],
      ['isImageVideo', 'yes'],
      ['layers', 7],
    ];
    fc.assert(
      fc.property(projectInput, fc.nat(), fc.constantFrom(...breaks), (input, pick, [field, value]) => {
        const index = pick % input.scenes.length;
        const broken = structuredClone(input) as unknown as { scenes: Record<string, unknown>[] };
        (broken.scenes[index] as Record<string, unknown>)[field] = value;
        const parsed = parseProject(broken);
        expect(parsed.ok ? [] : parsed.problems.map(({ pointer }) => pointer)).toEqual([`/scenes/${index}/${field}`]);
        expect(parsed.ok || at(broken, parsed.problems[0]?.pointer ?? '')).toEqual(value);
      }),
      seeded,
    );
  });
});

describe('problem lists', () => {
  it('include all problems of fields, ids and trims', () => {
    const trimmed = { type: 'video', url: 'v.mp4', isTrimmed: true };
    expect(
      codes({
        width: 3.5,
        background: 'no color',
        audio: { url: 'file:///etc/passwd', isTrimmed: true, trimStartTime: 4, trimEndTime: 4.5 },
        scenes: [
          {
            id: 's',
            layers: [
              { id: 'l', type: 'text', fontSize: 'big' },
              { id: 'l', ...trimmed, startTime: 5, endTime: 2 },
            ],
          },
          {
            id: 's',
            layers: [
              { type: 'image', id: 'i' },
              { id: 'x', type: 'hologram' },
            ],
          },
        ],
      }).sort(),
    ).toEqual(
      [
        'format /audio/url',
        'type /width',
        'format /background',
        'format /scenes/0/layers/0/fontSize',
        'required /scenes/1/layers/0/url',
        'choice /scenes/1/layers/1/type',
        'id.duplicate /scenes/1/id',
        'id.duplicate /scenes/0/layers/1/id',
        'trim.order /scenes/0/layers/1/endTime',
        'trim.short /audio/trimEndTime',
      ].sort(),
    );
  });

  it('have one sentence per mistake', () => {
    const position = { x: 'left', y: '5000%', width: '10', height: 5 };
    expect(
      codes({ scenes: [{ id: 's', layers: [{ id: 'l', type: 'text', position, fontSize: '9000px' }] }] }),
    ).toHaveLength(5);
  });

  it('include a trim that starts after the end of its file', () => {
    const layer = { id: 'l', type: 'video', url: 'v.mp4', isTrimmed: true, duration: 10 };
    const project = (trim: object) => ({ scenes: [{ id: 's', layers: [{ ...layer, ...trim }] }] });
    expect(codes(project({ startTime: 12, endTime: 15 }))).toEqual(['trim.order /scenes/0/layers/0/endTime']);
    expect(codes(project({ startTime: 9.5, endTime: 15 }))).toEqual(['trim.short /scenes/0/layers/0/endTime']);
    expect(codes(project({ startTime: 9, endTime: 15 }))).toEqual([]);
  });

  it.each([
    [{ scenes: [] }, '"scenes" must have at least 1 item.'],
    [{ scenes: [{ id: '' }] }, '"id" must have at least 1 character.'],
    [
      { scenes: [{ id: 'a', layers: [{ id: 'i', type: 'image', url: 'a.png', width: 0 }] }] },
      '"width" must be more than 0.',
    ],
    [{ scenes: [{}] }, '"id" is missing.'],
    [{ scenes: ['a'] }, 'Item 1 of "scenes" must be an object, not text.'],
    [[], 'The project must be an object, not a list.'],
  ])('contain for %j the sentence %s', (value, sentence) => {
    const parsed = parseProject(value);
    expect(parsed.ok ? [] : parsed.problems.map(({ message }) => message)).toEqual([sentence]);
  });
});

describe('hostile input', () => {
  it.each(['__proto__', 'constructor', 'prototype'])('with the key %s is rejected at any position', (key) => {
    const text = `{"scenes":[{"id":"a","layers":[{"id":"b","type":"text","deep":{"${key}":{"polluted":true}}}]}]}`;
    expect(parseProjectText(text)).toMatchObject({
      ok: false,
      problems: [{ code: 'json.key', pointer: `/scenes/0/layers/0/deep/${key}` }],
    });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('with deep nesting is rejected at any depth', () => {
    for (const depth of [21, 1000, 1_000_000]) {
      const text = '['.repeat(depth) + ']'.repeat(depth);
      expect(parseProjectText(text)).toMatchObject({ ok: false, problems: [{ code: 'json.depth' }] });
    }
    expect(parseProjectText('{"a":'.repeat(5000))).toMatchObject({ ok: false, problems: [{ code: 'json.depth' }] });
    // Brackets in a string do not nest.
    expect(parseProjectText(JSON.stringify({ scenes: [{ id: 'a' }], name: '[[\\"'.repeat(30) })).ok).toBe(true);
  });

  it('that contains itself is rejected', () => {
    const project: Record<string, unknown> = { scenes: [{ id: 'a' }] };
    project.self = project;
    expect(codes(project).every((code) => code.startsWith('json.depth'))).toBe(true);
  });

  it('of 100 MB is rejected without parsing', () => {
    expect(parseProjectText(' '.repeat(100_000_000))).toMatchObject({ ok: false, problems: [{ code: 'json.size' }] });
  });

  it('with huge lists is rejected', () => {
    expect(codes({ scenes: new Array(400_000).fill(0) })).toEqual(['range /scenes']);
    expect(codes({ scenes: new Array(4_000_000_000) })).toEqual(['json.size ']);
    expect(codes({ scenes: [{ id: 'a' }], junk: new Array(600_000).fill(0) })).toEqual(['json.size ']);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 1e308, '5', {}, 10n, () => 1])(
    'with %s as a length is rejected',
    (duration) => {
      expect(codes({ scenes: [{ id: 'a', duration }] })).toEqual([
        expect.stringMatching(/^(type|range) \/scenes\/0\/duration$/),
      ]);
    },
  );

  it.each([
    'file:///etc/passwd',
    'FILE:x',
    'data:video/mp4;base64,',
    'concat:a|b',
    'javascript:alert(1)',
    'subfile,,start,0,end,9,,:a.mp4',
    'unknown+x://host/a.mp4',
    'a\0.mp4',
    '',
  ])('with %j as a media URL is rejected', (url) => {
    expect(codes({ scenes: [{ id: 'a', layers: [{ id: 'i', type: 'image', url }] }] })).toHaveLength(1);
  });

  it.each(['rec-12:30.mp4', 'Interview:final.mp4', 'C:clip.mp4', 'a/12:30.mp4', 'HTTPS://host/a.mp4'])(
    'does not include %j as a media URL',
    (url) => {
      expect(codes({ scenes: [{ id: 'a', layers: [{ id: 'i', type: 'image', url }] }] })).toEqual([]);
    },
  );

  it('does not include valid projects', () => {
    fc.assert(
      fc.property(projectInput, (input) => {
        expect(hostileProblems(input)).toEqual([]);
      }),
      seeded,
    );
  });
});

it('accepts a file that starts with a byte order mark', () => {
  expect(parseProjectText('\uFEFF{"scenes":[{"id":"a"}]}').ok).toBe(true);
});

it('lists the known kinds for an unknown kind', () => {
  const found = parseProject({ width: 100, height: 100, scenes: [{ id: 's', layers: [] }], output: { type: 'film' } });
  expect(found).toMatchObject({
    problems: [
      { pointer: '/output/type', message: '"type" must be "video", "gif", "animation", "frames", "image" or "audio".' },
    ],
  });
});

describe('tolerated notation', () => {
  it('includes layer types in any case, and null for unset fields', () => {
    const layers = [
      { id: 't', type: 'TEXT', animation: null },
      { id: 'v', type: 'Video', url: 'v.mp4', endTime: null },
    ];
    const scenes = [{ id: 'a', duration: null, layers }];
    const project = good(parseProject({ watermarkImg: null, audio: null, scenes }));
    expect(project.scenes[0]?.layers.map(({ type }) => type)).toEqual(['text', 'video']);
    expect(project).toMatchObject({ audio: null, scenes: [{ duration: 0 }] });
    expect(codes({ scenes: [{ id: 'a', layers: [{ id: null, type: 'TEXTS' }] }] })).not.toEqual([]);
  });

  it('includes the address of the file of a layer as soundUrl or uri, in this order after url', () => {
    const media = { soundUrl: 's.jpg', uri: 'i.jpg' };
    const [url, sound, uri, text] = [{ ...media, url: 'u.jpg' }, media, { uri: 'i.jpg', url: '' }, { uri: 'i.jpg' }];
    const layers = [
      ...[url, sound, uri].map((one, index) => ({ ...one, id: `i${index}`, type: 'IMAGE' })),
      { ...text, id: 't', type: 'text' },
    ];
    const project = good(parseProject({ scenes: [{ id: 'a', layers }] }));
    expect(project.scenes[0]?.layers.map((layer) => 'url' in layer && layer.url)).toEqual([
      'u.jpg',
      's.jpg',
      'i.jpg',
      false,
    ]);
  });

  it('includes an audio track in flat fields, which have lower priority than those of the track', () => {
    const flat = { audioStartTime: 1, audioTrimStartTime: 2, audioTrimEndTime: 5, audioIsTrimmed: true };
    const body = { ...flat, audioEdit: { loop: true, mute: null }, scenes: [{ id: 'a' }] };
    const track = { url: 's.mp3', startTime: 1, trimStartTime: 2, trimEndTime: 5, isTrimmed: true, loop: true };
    expect(good(parseProject({ ...body, audio: 's.mp3' })).audio).toMatchObject(track);
    const media = { soundUrl: 's.mp3', url: 'v.mp4' };
    expect(good(parseProject({ ...body, audio: media })).audio).toMatchObject(track);
    expect(good(parseProject({ ...body, audio: { url: 's.mp3', startTime: 3 } })).audio?.startTime).toBe(3);
    expect(good(parseProject({ ...body, audio: '' })).audio).toBeNull();
  });
});
