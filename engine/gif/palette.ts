/** Color table of a GIF. The last index means transparent or unchanged. */
export interface Palette {
  /** Red, green and blue of each place, 0 to 255. */
  colors: Uint8Array;
  /** The transparent index. */
  clear: number;
}

/** Pixels with a lower alpha become transparent. */
export const leastOpacity = 128;

/** Histogram of frame colors: 5 bits of red and blue, 6 of green, with the exact mean of each cell. */
export interface ColorCount {
  /** @param pixels of a frame: red in the lowest byte, alpha in the highest. */
  add(pixels: Uint32Array): void;
  /** @param places size of the table, at least 2. */
  palette(places: number): Palette;
}

const cells = 1 << 16;

/** Creates an empty histogram. */
export function createColorCount(): ColorCount {
  const counts = new Float64Array(cells);
  const sums = [new Float64Array(cells), new Float64Array(cells), new Float64Array(cells)] as const;
  return {
    add(pixels) {
      const [reds, greens, blues] = sums;
      for (let i = 0; i < pixels.length; i += 1) {
        const pixel = pixels[i] as number;
        if (pixel >>> 24 < leastOpacity) continue;
        const [red, green, blue] = [pixel & 255, (pixel >>> 8) & 255, (pixel >>> 16) & 255];
        const cell = ((red >> 3) << 11) | ((green >> 2) << 5) | (blue >> 3);
        counts[cell] = (counts[cell] as number) + 1;
        reds[cell] = (reds[cell] as number) + red;
        greens[cell] = (greens[cell] as number) + green;
        blues[cell] = (blues[cell] as number) + blue;
      }
    },
    palette(places) {
      const used: Cell[] = [];
      counts.forEach((count, i) => {
        if (count > 0) used.push({ count, mean: sums.map((sum) => (sum[i] as number) / count) as Color });
      });
      const means = refined(used, split(used, places - 1));
      const colors = Uint8Array.from({ length: 3 * places }, (_, i) => Math.round(means[i] ?? 0));
      return { colors, clear: Math.min(means.length / 3, places - 1) };
    },
  };
}

type Color = [number, number, number];

/** Pixels of nearly the same color. */
interface Cell {
  count: number;
  mean: Color;
}

/** Cells that share an index of the table. */
interface Box {
  cells: Cell[];
  /** Sum of squares around the mean, in the channel with the largest spread. */
  spread: number;
  channel: 0 | 1 | 2;
}

/** Repeatedly splits the box with the largest spread, which minimizes the error. */
function split(used: readonly Cell[], most: number): Box[] {
  const boxes = used.length > 0 ? [boxOf([...used])] : [];
  while (boxes.length < most) {
    const widest = boxes.reduce((best, box, i) => (box.spread > (boxes[best] as Box).spread ? i : best), 0);
    const box = boxes[widest];
    if (!box || box.spread === 0) break;
    boxes.splice(widest, 1, ...halves(box));
  }
  return boxes;
}

function boxOf(list: Cell[]): Box {
  const spreads = ([0, 1, 2] as const).map((channel) => {
    let [count, sum, squares] = [0, 0, 0];
    for (const cell of list) {
      const value = cell.mean[channel];
      count += cell.count;
      sum += cell.count * value;
      squares += cell.count * value * value;
    }
    return Math.max(0, squares - (sum * sum) / count);
  });
  const spread = list.length > 1 ? Math.max(...spreads) : 0;
  return { cells: list, spread, channel: Math.max(0, spreads.indexOf(spread)) as Box['channel'] };
}

/** Splits a box where both parts have the least spread. */
function halves({ cells: list, channel }: Box): [Box, Box] {
  list.sort((a, b) => a.mean[channel] - b.mean[channel]);
  let [whole, total] = [0, 0];
  for (const { count, mean } of list) {
    whole += count;
    total += count * mean[channel];
  }
  let [count, sum, best, at] = [0, 0, -1, 1];
  for (let i = 0; i < list.length - 1; i += 1) {
    const cell = list[i] as Cell;
    count += cell.count;
    sum += cell.count * cell.mean[channel];
    const gain = sum ** 2 / count + (total - sum) ** 2 / (whole - count);
    if (gain > best) {
      best = gain;
      at = i + 1;
    }
  }
  return [boxOf(list.slice(0, at)), boxOf(list.slice(at))];
}

/** Number of k-means iterations. */
const rounds = 3;

/** Refines the means of boxes to reduce the error. @returns three channels per color. */
function refined(used: readonly Cell[], boxes: readonly Box[]): Float64Array {
  const means = new Float64Array(3 * boxes.length);
  const owner = new Map(boxes.flatMap((box, i) => box.cells.map((cell) => [cell, i] as const)));
  const move = (ownerOf: (cell: Cell) => number) => {
    const sums = new Float64Array(4 * boxes.length);
    for (const cell of used) {
      const at = 4 * ownerOf(cell);
      sums[at] = (sums[at] as number) + cell.count;
      for (let c = 0; c < 3; c += 1)
        sums[at + 1 + c] = (sums[at + 1 + c] as number) + cell.count * (cell.mean[c] as number);
    }
    for (let i = 0; i < boxes.length; i += 1) {
      const count = sums[4 * i] as number;
      // A color that is nearest to no cell stays unchanged.
      if (count > 0) for (let c = 0; c < 3; c += 1) means[3 * i + c] = (sums[4 * i + 1 + c] as number) / count;
    }
  };
  move((cell) => owner.get(cell) as number);
  for (let round = 0; round < rounds; round += 1) move(({ mean: [r, g, b] }) => nearest(means, boxes.length, r, g, b));
  return means;
}

/** Returns the index of the nearest color. @param colors three channels each. */
export function nearest(colors: ArrayLike<number>, count: number, r: number, g: number, b: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let i = 0; i < count; i += 1) {
    const red = (colors[3 * i] as number) - r;
    const green = (colors[3 * i + 1] as number) - g;
    const blue = (colors[3 * i + 2] as number) - b;
    const distance = red * red + green * green + blue * blue;
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return best;
}
