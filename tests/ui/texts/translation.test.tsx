import { act, createElement, forwardRef, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTextLayer } from '../../../engine/edit/newLayers.ts';
import { layerPreview } from '../../../ui/client/media/layerTitle.ts';
import type { MediaEntry } from '../../../ui/client/media/mediaEntry.ts';
import { mediaTable } from '../../../ui/client/media/mediaTable.ts';
import { own, speak, t } from '../../../ui/client/page/t.ts';
import { shownTitleOf } from '../../../ui/kit/words.ts';
import { UploadState } from '../../../ui/media/UploadState.tsx';
import { markerName } from '../../../ui/studio/state/markers.ts';
import { catalogue } from '../../../ui/texts/catalogue.ts';
import { translation } from '../../../ui/texts/translation.ts';

const sentences = {
  Brightness: 'Helligkeit',
  'Reset {0}': '{0} zurücksetzen',
  Video: 'Video (de)',
  'The file "{0}" cannot be used: {1}.': 'Die Datei „{0}“ geht nicht: {1}.',
  'its header is damaged': 'ihr Kopf ist beschädigt',
  '{0} scene': '{0} Szene',
  '{0} scenes': '{0} Szenen',
  '{0} s': '{0} s',
  '{0} · {1} s': '{0} · {1} s',
  '{0} of {1}': '{0} von {1}',
  'about {0}': 'etwa {0}',
  '{0} kB': '{0} kB',
  'Add {0} to {1} now': 'Zu {1} jetzt {0} hinzufügen',
  Save: 'Speichern',
  'Processing content ...': 'Inhalt wird verarbeitet …',
  'Untitled project': 'Ohne Namen',
  '{0} of {1} done': '{0} von {1} fertig',
};

describe('catalogue', () => {
  const look = catalogue(sentences);

  it.each([
    ['Brightness', 'Helligkeit'],
    [' Brightness ', ' Helligkeit '],
    ['Reset brightness', 'Helligkeit zurücksetzen'],
    ['1 scene', '1 Szene'],
    ['2 scenes', '2 Szenen'],
    ['4.2 s', '4,2 s'],
    ['MP4 · 4.2 s · about 1.5 s', 'MP4 · 4,2 s · etwa 1,5 s'],
    ['about Save me', 'about Save me'],
    ['MP4 · 640 × 360 · 5.3 s', 'MP4 · 640 × 360 · 5,3 s'],
    ['MP4 · 2 s · 1280 × 720 · about 4 kB', 'MP4 · 2 s · 1280 × 720 · etwa 4 kB'],
    ['Reset Video, \u2068Save.mp4\u2069', 'Video (de), Save.mp4 zurücksetzen'],
    ['Something else', 'Something else'],
    ['Video: Save the date', 'Video (de): Save the date'],
    ['Brightness 4', 'Helligkeit 4'],
    ['3 of 4', '3 von 4'],
    ['Best of Save', 'Best of Save'],
    ['Brightness, video', 'Helligkeit, Video (de)'],
    [
      'Have it sent when it is there, video, and check brightness.',
      'Have it sent when it is there, video, and check brightness.',
    ],
    ['1.5', '1.5'],
    ['0.25×', '0,25×'],
    ['1,081 scenes', '1.081 Szenen'],
  ])('translates %j as %j', (text, said) => expect(look(text)).toBe(said));

  it('leaves user text unchanged, even if it equals a known word', () => {
    expect(look('Reset \u2068Save\u2069')).toBe('Save zurücksetzen');
    expect(look('\u2068Save\u2069')).toBe('Save');
    expect(look('Video \u2068Save\u2069')).toBe('Video (de) Save');
    expect(look('Video · \u2068Save · Video\u2069 · 2.5')).toBe('Video (de) · Save · Video · 2,5');
    expect(look('Video: \u2068Save: Brightness\u2069')).toBe('Video (de): Save: Brightness');
    expect([look('\u20682026\u2069'), look(`Reset \u2068${'x'.repeat(3000)}\u2069`)]).toEqual([
      '2026',
      `Reset ${'x'.repeat(3000)}`,
    ]);
  });

  it('leaves text unchanged that is too long for a sentence', () => {
    const long = `Reset ${'x'.repeat(3000)}`;
    expect(look(long)).toBe(long);
  });

  it('fills in placeholders and leaves names unchanged', () => {
    expect(look('The file "Video" cannot be used: its header is damaged.')).toBe(
      'Die Datei „Video“ geht nicht: ihr Kopf ist beschädigt.',
    );
    expect(look('The file "a $& {1}" cannot be used: its header is damaged.')).toContain('„a $& {1}“');
  });
});

/** Creates its element like a library: without the function that translates. */
const Outside = forwardRef<HTMLAnchorElement, { children: ReactNode }>((props, ref) =>
  createElement('a', { ...props, ref }),
);

describe('elements', () => {
  const root = createRoot(document.body);
  const html = (node: ReactNode) => {
    act(() => root.render(node));
    return document.body.innerHTML;
  };
  beforeAll(() => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    speak(translation('de', sentences));
  });
  afterAll(() => {
    act(() => root.unmount());
    speak({ locale: 'en', sentence: (text) => text, props: (_, props) => props });
  });

  it('have translated texts and names', () => {
    expect(
      html(
        <button type="button" title="Save" aria-label="Reset brightness">
          Save
        </button>,
      ),
    ).toBe('<button type="button" title="Speichern" aria-label="Helligkeit zurücksetzen">Speichern</button>');
    expect(t('Save')).toBe('Speichern');
  });

  it('are translated next to each other, with an icon, and from libraries', () => {
    expect(
      html(
        <p>
          {'Save'} {'Brightness'} <i />
        </p>,
      ),
    ).toBe('<p>Speichern Helligkeit <i></i></p>');
    expect(html(<Outside aria-label="Save">Brightness</Outside>)).toBe('<a aria-label="Speichern">Helligkeit</a>');
  });

  it('stand in a component that has no element of its own', () => {
    const url = 'media/a/a.mp4';
    const entry = { id: 'a', url, name: 'a.mp4', type: 'video/mp4', size: 2, sent: 2, state: 'uploading', shown: true };
    mediaTable.byUrl[url] = entry as MediaEntry;
    expect(html(<UploadState url={url} />)).toBe('Inhalt wird verarbeitet …');
    delete mediaTable.byUrl[url];
  });

  it('leave texts of users unchanged', () => {
    expect(t(`Reset ${own('\u2068Save\u2069: Save')}`)).toBe('Save: Save zurücksetzen');
    expect(html(<p translate="no">Save</p>)).toContain('>Save<');
    expect(html(<input aria-label="Save" value="Save" readOnly={true} />)).toContain('value="Save"');
    expect(
      html(
        <p translate="no" title="Save">
          Save
        </p>,
      ),
    ).toContain('title="Save"');
  });

  it('leave the names of layers, markers and videos unchanged', () => {
    const words = layerPreview({ ...newTextLayer(() => 't'), name: 'Save' });
    expect(html(<b title={`Video: ${words}`}>{markerName({ id: 'm', at: 0, name: 'Save' }, 0)}</b>)).toBe(
      '<b title="Video (de): Save">Save</b>',
    );
    expect(html(<b translate="no">{words}</b>)).toBe('<b translate="no">Save</b>');
    const heading = (video: { name: string | null }) =>
      html(<h1 title={shownTitleOf(video)}>{shownTitleOf(video)}</h1>);
    expect([heading({ name: ' Save ' }), heading({ name: null })]).toEqual([
      '<h1 title="Save">Save</h1>',
      '<h1 title="Ohne Namen">Ohne Namen</h1>',
    ]);
  });

  it('keep the values of translated options', () => {
    html(
      <select defaultValue="Save">
        <option>Brightness</option>
        <option>Save</option>
      </select>,
    );
    const field = document.querySelector('select');
    expect([field?.value, field?.selectedOptions[0]?.text]).toEqual(['Save', 'Speichern']);
  });

  it('form one sentence with their content, in the word order of the language', () => {
    const [done, all] = [1, 3];
    expect(
      html(
        <p>
          <i /> {done} of {all} done
        </p>,
      ),
    ).toBe('<p><i></i> 1 von 3 fertig</p>');
    expect(
      html(
        <p>
          Add <b>one</b> to <i>two</i> now
        </p>,
      ),
    ).toBe('<p>Zu <i>two</i> jetzt <b>one</b> hinzufügen</p>');
  });

  it('are translated one by one after a mark, also with a name in them', () => {
    const reason = `Reset ${own('clip.mp4')}`;
    expect(html(<p>. {reason}</p>)).toBe('<p>. clip.mp4 zurücksetzen</p>');
  });

  it('keep their state when the sentence around them changes', () => {
    const line = (word: string, isOpen: boolean) => (
      <p>
        {word} {isOpen && <b />}
        <input />
      </p>
    );
    html(line('Save', false));
    const before = document.querySelector('input');
    html(line('Other', false));
    html(line('Save', true));
    expect(document.querySelector('input')).toBe(before);
    expect(document.body.textContent).toContain('Speichern');
  });
});
