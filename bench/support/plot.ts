/** A line of a plot: values of y over x, both above 0. */
export interface Line {
  name: string;
  points: readonly { x: number; y: number }[];
}

/** One of several adjacent plots. */
export interface Plot {
  title: string;
  lines: readonly Line[];
}

const side = 320;
const margin = 44;
const colors = ['#5969e2', '#d9480f', '#2b8a3e', '#862e9c'];

/**
 * Draws adjacent plots as an SVG; x is logarithmic, y starts at 0 and ends above the highest value.
 * @returns the SVG's text.
 */
export function plotSvg(plots: readonly Plot[]): string {
  const points = plots.flatMap(({ lines }) => lines.flatMap((line) => line.points));
  const top = Math.ceil(Math.max(1, ...points.map(({ y }) => y)) * 2) / 2;
  const range = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))] as const;
  const drawn = plots.map((plot, i) => `<g transform="translate(${i * side})">${drawnPlot(plot, top, range)}</g>`);
  const size = `viewBox="0 0 ${plots.length * side} ${side}" width="${plots.length * side}" height="${side}"`;
  const paper = '<rect width="100%" height="100%" fill="#fff"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="11">${paper}${drawn.join('')}</svg>\n`;
}

function drawnPlot({ title, lines }: Plot, top: number, [least, most]: readonly [number, number]): string {
  const inner = side - 2 * margin;
  const at = ({ x, y }: { x: number; y: number }) =>
    [margin + (Math.log(x / least) / Math.log(most / least)) * inner, side - margin - (y / top) * inner].map((value) =>
      value.toFixed(1),
    );
  const grid = Array.from({ length: top * 2 + 1 }, (_, i) => {
    const [left, y] = at({ x: least, y: i / 2 });
    return `<path d="M${left} ${y}h${inner}" stroke="#ddd"/><text x="${margin - 6}" y="${y}" text-anchor="end" dy="4">${i / 2}</text>`;
  });
  const ticks = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))].map((x) => {
    const [left] = at({ x, y: 0 });
    return `<text x="${left}" y="${side - margin + 14}" text-anchor="middle">${x}×</text>`;
  });
  const curves = lines.map(({ name, points }, i) => {
    const color = colors[i % colors.length];
    const path = points.map((point) => at(point).join(' ')).join('L');
    const dots = points.map(at).map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${color}"/>`);
    const label = `<text x="${margin + 6}" y="${margin + 4 + i * 14}" fill="${color}">${name}</text>`;
    return `<path d="M${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}${label}`;
  });
  const head = `<text x="${side / 2}" y="20" text-anchor="middle" font-weight="bold">${title}</text>`;
  return [head, ...grid, ...ticks, ...curves].join('');
}
