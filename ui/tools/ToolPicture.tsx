import { pictures } from './pictures.ts';

/** Illustration of a tool, for use next to its name. @param id of the tool, or "studio". */
export function ToolPicture({ id }: { id: string }) {
  const src = pictures[`tool-${id}`];
  if (!src) return <span className="tool-picture" aria-hidden="true" />;
  return <img className="tool-picture" src={src} alt="" width={480} height={360} loading="lazy" decoding="async" />;
}
