import type * as z from 'zod';
import type { watermarkFields } from './watermarkFields.ts';

/** What a project's watermark shows. */
export type Watermark = { kind: 'text'; text: string } | { kind: 'image'; url: string };

/** The watermark that a project asks for by `watermark` or `withCustomWatermark`; undefined without text or picture. */
export function watermarkOf(project: z.infer<z.ZodObject<typeof watermarkFields>>): Watermark | undefined {
  if (!project.watermark && !project.withCustomWatermark) return undefined;
  if (project.watermarkMedium === 'image')
    return project.watermarkImg ? { kind: 'image', url: project.watermarkImg } : undefined;
  return project.watermarkText.trim() === '' ? undefined : { kind: 'text', text: project.watermarkText };
}
