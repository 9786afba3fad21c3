import * as z from 'zod';
import { messages } from '../project/messages.ts';
import { parseProject } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import { field } from './field.ts';
import type { Tool } from './tool.ts';

/** Shortest subject, in characters. */
const LEAST_SUBJECT = 3;

const settings = z.object({
  thanksSubject: field(z.string().max(200).default(''), {
    title: 'I am thankful for',
    description: 'the person or thing you are thankful for',
    flag: 'subject',
  }),
});

/** The scenes in order: text, length in seconds, and color. */
const scenes = [
  { text: () => 'I am thankful for', duration: 2, background: '#2d3a8c', animation: 'text-focus-in' },
  { text: (subject: string) => subject, duration: 3, background: '#b3446c', animation: 'text-flicker-in-glow' },
  { text: () => 'Thank you!', duration: 2, background: '#1f6f54', animation: 'text-focus-in' },
] as const;

/** Thanks video: three short scenes about what you are thankful for. */
export const thanks: Tool<typeof settings> = {
  id: 'thanks',
  title: 'Thanks video',
  route: '/thanks',
  summary: 'Create a short video about what you are thankful for.',
  inputs: { min: 0, max: 0, kinds: [] },
  settings,
  flags: ['thanksVideo'],
  says: { watermark: true },
  compile({ thanksSubject }) {
    const subject = thanksSubject.trim();
    if ([...subject].length < LEAST_SUBJECT)
      return { ok: false, problems: [problem('settings.invalid', ['thanksSubject'], messages.thanksMissing)] };
    return parseProject({
      ...{ ratio: '1:1', width: 1080, height: 1080, name: 'thanks' },
      scenes: scenes.map(({ text, duration, background, animation: id }, index) => ({
        ...{ id: `scene-${index + 1}`, duration, background, isImageVideo: true },
        ...(index > 0 ? { transition: { type: 'fade' as const, duration: 0.5 } } : {}),
        layers: [
          {
            ...{ id: `text-${index + 1}`, type: 'text' as const, text: text(subject), fontWeight: 'bold' as const },
            ...{ color: '#ffffff', textShadow: 'none', animation: { id } },
            position: { x: '10%', y: '30%', width: '80%', height: '40%' },
          },
        ],
      })),
    });
  },
};
