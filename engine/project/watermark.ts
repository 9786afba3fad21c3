import type * as z from 'zod';
import type { Project } from './project.ts';
import type { watermarkFields } from './watermarkFields.ts';

/** Content of a watermark. */
export type Watermark = { kind: 'text'; text: string } | { kind: 'image'; url: string };

/** Note for a watermark that is on but has no content. */
const EMPTY_WATERMARK =
  'The watermark has neither text nor image, so none is shown. Set “watermarkText” or “watermarkImg”.';

/** Returns the note on an empty watermark. Requests of Thanks video always ask for one, so they get none. */
export function watermarkNotes(project: Pick<Project, 'tool' | keyof typeof watermarkFields>): string[] {
  const isAsked = (project.watermark && project.tool !== 'thanks') || project.withCustomWatermark;
  return isAsked && !watermarkOf(project) ? [EMPTY_WATERMARK] : [];
}

/** Returns the watermark that `watermark` or `withCustomWatermark` turns on; undefined without text or image. */
export function watermarkOf(project: z.infer<z.ZodObject<typeof watermarkFields>>): Watermark | undefined {
  if (!project.watermark && !project.withCustomWatermark) return undefined;
  if (project.watermarkMedium === 'image')
    return project.watermarkImg ? { kind: 'image', url: project.watermarkImg } : undefined;
  return project.watermarkText.trim() === '' ? undefined : { kind: 'text', text: project.watermarkText };
}
