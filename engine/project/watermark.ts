import type * as z from 'zod';
import type { Project } from './project.ts';
import type { watermarkFields } from './watermarkFields.ts';

/** What a project's watermark shows. */
export type Watermark = { kind: 'text'; text: string } | { kind: 'image'; url: string };

/** Said where a watermark is asked for and nothing says what it shows. */
const EMPTY_WATERMARK =
  'The watermark has neither text nor image, so none is shown. Set “watermarkText” or “watermarkImg”.';

/** The note on a watermark that shows nothing. Requests of Thanks video always ask for one. */
export function watermarkNotes(project: Pick<Project, 'tool' | keyof typeof watermarkFields>): string[] {
  const isAsked = (project.watermark && project.tool !== 'thanks') || project.withCustomWatermark;
  return isAsked && !watermarkOf(project) ? [EMPTY_WATERMARK] : [];
}

/** The watermark that a project asks for by `watermark` or `withCustomWatermark`; undefined without text or picture. */
export function watermarkOf(project: z.infer<z.ZodObject<typeof watermarkFields>>): Watermark | undefined {
  if (!project.watermark && !project.withCustomWatermark) return undefined;
  if (project.watermarkMedium === 'image')
    return project.watermarkImg ? { kind: 'image', url: project.watermarkImg } : undefined;
  return project.watermarkText.trim() === '' ? undefined : { kind: 'text', text: project.watermarkText };
}
