import { describe, expect, it } from 'vitest';
import { returnPathOf } from '../../../ui/pages/AudioTrim.tsx';

const origin = 'https://cutroom.example';
const asked = (path: string) => returnPathOf(`?editorPath=${encodeURIComponent(path)}`, origin);

describe('returnPathOf', () => {
  it('returns undefined without an editor path', () => {
    expect(returnPathOf('', origin)).toBeUndefined();
    expect(returnPathOf('?other=1', origin)).toBeUndefined();
  });

  it.each(['/', '/studio/editor', '/studio/editor/audio', '/studio/editor/layer/a%2Fb', '/videos/abc-1', '/?a=1#b'])(
    'accepts %s, a page of this site',
    (path) => {
      expect(asked(path)).toBe(path);
    },
  );

  it.each([
    '',
    'https://evil.example/',
    'https://cutroom.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'studio/editor',
    '/nowhere',
    '/api/v1/health',
    '/studio/editor/nowhere',
    '/studio/editor/../../api/v1/health',
  ])('rejects %j', (path) => {
    expect(asked(path)).toBeUndefined();
  });
});
