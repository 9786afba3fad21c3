import { type Adjustment, adjustmentMatrix, plainAdjustment } from '../../effects/adjustment.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
/** Most cached adjustments; dragging a slider creates many. */
const MAX_CACHED = 24;

let made = 0;
let canRefer: boolean | undefined;

/** Adjustments as filters of a Canvas 2D context: color matrices in an SVG of the page. */
export class AdjustmentFilters {
  /** Whether this browser's contexts support them; otherwise use `adjustPixels`. */
  static get areTaken(): boolean {
    canRefer ??= findWhetherTaken();
    return canRefer;
  }

  readonly #known = new WeakMap<Adjustment, string>();
  readonly #filters = new Map<string, SVGFilterElement>();
  #svg: SVGSVGElement | undefined;

  /** Returns the value for `filter` of a context. */
  of(adjustment: Adjustment): string {
    const reference = this.#known.get(adjustment);
    return reference !== undefined && this.#filters.has(reference) ? reference : this.#make(adjustment);
  }

  dispose(): void {
    this.#svg?.remove();
    this.#svg = undefined;
    this.#filters.clear();
  }

  #make(adjustment: Adjustment): string {
    made += 1;
    const id = `adjustment-${made}`;
    const filter = document.createElementNS(svgNamespace, 'filter');
    setAll(filter, { id, 'color-interpolation-filters': 'sRGB', x: '0', y: '0', width: '1', height: '1' });
    const matrix = document.createElementNS(svgNamespace, 'feColorMatrix');
    setAll(matrix, { type: 'matrix', values: valuesOf(adjustment) });
    filter.append(matrix);
    this.#svg ??= hiddenSvg();
    this.#svg.append(filter);
    const reference = `url("#${id}")`;
    this.#filters.set(reference, filter);
    this.#known.set(adjustment, reference);
    this.#dropOldest();
    return reference;
  }

  #dropOldest(): void {
    for (const [reference, filter] of this.#filters) {
      if (this.#filters.size <= MAX_CACHED) return;
      filter.remove();
      this.#filters.delete(reference);
    }
  }
}

/** Returns the rows of feColorMatrix; alpha stays. */
function valuesOf(adjustment: Adjustment): string {
  const m = adjustmentMatrix(adjustment);
  const rows = [0, 4, 8].map((at) => [...m.slice(at, at + 3), 0, ...m.slice(at + 3, at + 4)]);
  return [...rows.flat(), 0, 0, 0, 1, 0].map((value) => Number(value.toFixed(7))).join(' ');
}

function hiddenSvg(): SVGSVGElement {
  const svg = document.createElementNS(svgNamespace, 'svg');
  setAll(svg, { width: '0', height: '0', 'aria-hidden': 'true', focusable: 'false' });
  svg.style.position = 'absolute';
  document.body.append(svg);
  return svg;
}

function setAll(element: Element, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

/** Some browsers lack canvas filters, or filters that refer to the page's SVG. */
function findWhetherTaken(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 4;
  const ctx = canvas.getContext('2d', { willReadFrequently: true });
  if (!ctx || !('filter' in ctx)) return false;
  const filters = new AdjustmentFilters();
  ctx.filter = filters.of({ ...plainAdjustment, gain: 0, lift: 1, chroma: 0 });
  ctx.fillStyle = '#000000';
  ctx.fillRect(0, 0, 4, 4);
  const [red = 0] = ctx.getImageData(2, 2, 1, 1).data;
  filters.dispose();
  return red === 255;
}
