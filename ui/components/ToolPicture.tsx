import { pictures } from './pictures.ts';

/** A picture of what a tool does; its name stands beside it. @param id of the tool, or "studio". */
export function ToolPicture({ id }: { id: string }) {
  const src = pictures[`tool-${id}`];
  if (!src) return <span className="tool-picture" aria-hidden="true" />;
  return <img className="tool-picture" src={src} alt="" width={480} height={360} loading="lazy" decoding="async" />;
}
