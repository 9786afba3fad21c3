import { act } from 'react';
import { expect, it } from 'vitest';
import { PasteLink } from '../../../ui/media/UploadWidget.tsx';
import { freshScreen, place, show, write } from '../studioScreen.ts';

freshScreen();

const NO_LINK = 'This is not a link. Paste an address such as https://example.org/video.mp4.';
const input = () => place.querySelector('input') as HTMLInputElement;
const alert = () => place.querySelector('[role="alert"]')?.textContent;
const send = () => act(async () => place.querySelector('form')?.requestSubmit());

it('reports text that is not a link and clears the message on the next key', async () => {
  const links: string[] = [];
  await show(<PasteLink onLink={(link) => links.push(link)} />);
  await write(input(), 'not a url');
  await send();
  expect([links, alert(), input().value, input().getAttribute('aria-invalid')]).toEqual([
    [],
    NO_LINK,
    'not a url',
    'true',
  ]);
  await write(input(), 'example.org/a.mp4');
  expect(alert()).toBeUndefined();
  await send();
  expect([links, input().value]).toEqual([['example.org/a.mp4'], '']);
});

it('silently rejects a link of more than 2000 characters, as the specification requires', async () => {
  await show(<PasteLink onLink={() => {}} />);
  await write(input(), `https://example.org/${'x'.repeat(2000)}`);
  await send();
  expect(alert()).toBeUndefined();
});
