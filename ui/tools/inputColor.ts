let ctx: CanvasRenderingContext2D | null | undefined;

/**
 * Converts a CSS color to the value of a color input: # and six hex digits without alpha; black if invalid. The browser
 * parses it (HTML, serialization of `fillStyle`), so the first load needs no parser.
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
