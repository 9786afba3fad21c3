import { act } from 'react';
import { useSnapshot } from 'valtio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notices } from '../../../ui/client/page/notices.ts';
import { speak } from '../../../ui/client/page/t.ts';
import { Stepper } from '../../../ui/kit/Stepper.tsx';
import { numberForField, parseLength, parseNumber } from '../../../ui/kit/words.ts';
import { LengthChoices } from '../../../ui/studio/export/Output.tsx';
import { FitField } from '../../../ui/studio/export/Settings.tsx';
import { SceneLength } from '../../../ui/studio/scenes/SceneCard.tsx';
import { studio } from '../../../ui/studio/state/studio.ts';
import german from '../../../ui/texts/de.json';
import { translation } from '../../../ui/texts/translation.ts';
import { FieldControl } from '../../../ui/tools/FieldControl.tsx';
import { freshScreen, key, open, place, show, write } from '../studioScreen.ts';

freshScreen();

const english = {
  locale: 'en',
  sentence: (text: string) => text,
  props: (_: unknown, props: object) => ({ ...props }),
};
const input = () => place.querySelector('input:not([type="radio"])') as HTMLInputElement;
const seconds = () => studio.project.scenes[0]?.duration;

async function typeAndEnter(text: string): Promise<void> {
  await write(input(), text);
  await key(input(), 'Enter');
}

function Scene() {
  const { project } = useSnapshot(studio);
  const [scene] = project.scenes;
  return scene ? <SceneLength project={project} scene={scene} index={0} /> : null;
}

describe('parseNumber', () => {
  it.each([
    ['3.5', 3.5],
    ['3,5', 3.5],
    [' ,5 ', 0.5],
    ['2.', 2],
    ['\u22123', -3],
    ['', Number.NaN],
    ['1e2', 100],
    ['1.080,5', Number.NaN],
    ['0x10', Number.NaN],
  ])('parses %j as %d', (text, value) => expect(parseNumber(text)).toBe(value));

  it('rejects a comma in an English length, as the specification requires', () => {
    expect([parseLength('3.5'), parseLength('3,5').ok, numberForField(0.5)]).toEqual([
      { ok: true, value: 3.5 },
      false,
      '0.5',
    ]);
  });
});

describe('number fields in German', () => {
  beforeEach(() => speak(translation('de', german)));
  afterEach(() => speak(english));

  it('accept and show a decimal comma in the length of a scene', async () => {
    open([{ type: 'text', text: 'a' }], { output: { type: 'video' } });
    await show(<Scene />);
    await typeAndEnter('3,5');
    expect([seconds(), input().value, notices.list.length]).toEqual([3.5, '3,5 s', 0]);
    await typeAndEnter('1:02,5');
    expect([seconds(), notices.list.length]).toEqual([62.5, 0]);
  });

  it('accept a decimal comma in a custom length', async () => {
    const draft = { kind: 'custom' as const, seconds: 5, text: '3,5' };
    await show(<LengthChoices label="Length" draft={draft} onChoose={() => {}} />);
    await act(async () => input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    expect([input().getAttribute('aria-invalid'), place.querySelector('[role="alert"]')]).toEqual(['false', null]);
  });

  it('accept and show a decimal comma in a stepper, a tool field and a file size', async () => {
    const heard: unknown[] = [];
    const range = { min: 0, max: 1, step: 0.1 };
    const put = (value: unknown) => heard.push(value);
    await show(<Stepper label="Opacity" value={0.5} range={range} onChange={put} onEnd={() => {}} />);
    expect(input().value).toBe('0,5');
    await typeAndEnter('0,25');
    const field = { name: 'speed', label: 'Speed', control: 'text' as const, isNumber: true };
    await show(<FieldControl field={field as never} value={1.5} duration={0} refusal="" onChange={put} />);
    expect(input().value).toBe('1,5');
    await write(input(), '2,75');
    expect(heard).toEqual([0.25, 2.75]);
    open([{ type: 'text', text: 'a' }], { output: { type: 'video', fitUnder: 2.5 } });
    await show(<FitField project={studio.project} />);
    expect(input().value).toBe('2,5');
    await write(input(), '3,5');
    expect(studio.project.output).toMatchObject({ fitUnder: 3.5 });
  });
});
