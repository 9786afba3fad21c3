import * as z from 'zod';
import { seconds } from '../project/fields.ts';
import { field } from './field.ts';

/** The span of the source, which every tool's request may have. In seconds. */
export const spanFields = {
  isTrimmed: z.boolean().optional().describe('whether the span counts; left out, it does when a time is given'),
  startTime: field(seconds.default(0), {
    title: 'Start',
    description: 'start of the span',
    unit: 's',
    alias: 'start',
    control: 'time',
  }),
  endTime: field(seconds.optional(), {
    title: 'End',
    description: 'end of the span; default: end of the source',
    unit: 's',
    alias: 'end',
    control: 'time',
  }),
};

/** Span settings, as parsed. */
export type SpanSettings = z.output<z.ZodObject<typeof spanFields>>;
