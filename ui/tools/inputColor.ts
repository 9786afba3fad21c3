let ctx: CanvasRenderingContext2D | null | undefined;

/**
 * A CSS color as a color input takes it: # and six hex digits, its alpha left out; black where it is none. The browser
 * itself reads it (HTML, serialization of `fillStyle`), so that a page’s first load needs no parser.
 */
export function inputColor(text: string): string {
  if (/^#[\da-f]{6}$/i.test(text)) return text.toLowerCase();
  ctx ??= document.createElement('canvas').getContext('2d');
  if (!ctx) return '#000000';
  ctx.fillStyle = '#000000';
  ctx.fillStyle = text;
  const [, ...parts] = /^rgba\((\d+), (\d+), (\d+),/.exec(ctx.fillStyle) ?? [];
  if (parts.length === 0) return ctx.fillStyle;
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}
