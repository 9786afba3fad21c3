/** Colors of a GIF's table; its last place stands for what is clear, or as before. */
export interface Palette {
  /** Red, green and blue of each place, 0 to 255. */
  colors: Uint8Array;
  /** The place of what is clear. */
  clear: number;
}

/** Pixels of less opacity are clear. */
export const leastOpacity = 128;

/** Counts the colors of pictures: five bits of red and blue, six of green, and in each such cell the true mean. */
export interface ColorCount {
  /** @param pixels of a picture: red in the lowest byte, alpha in the highest. */
  add(pixels: Uint32Array): void;
  /** @param places of the table, at least 2. */
  palette(places: number): Palette;
}

const cells = 1 << 16;

/** Makes an empty count. */
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

/** Pixels of nearly one color. */
interface Cell {
  count: number;
  mean: Color;
}

/** Cells that share a place of the table. */
interface Box {
  cells: Cell[];
  /** Of the channel in which they differ most, the sum of squares around its mean. */
  spread: number;
  channel: 0 | 1 | 2;
}

/** Parts colors again and again where they differ most, so that what is off is least. */
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

/** Cuts a box where both parts differ least in themselves. */
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

/** How often colors move to the middle of what is nearest to them. */
const rounds = 3;

/** The means of boxes, moved to where less is off. @returns three channels a color. */
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
      // One that is nearest to nothing stays where it is.
      if (count > 0) for (let c = 0; c < 3; c += 1) means[3 * i + c] = (sums[4 * i + 1 + c] as number) / count;
    }
  };
  move((cell) => owner.get(cell) as number);
  for (let round = 0; round < rounds; round += 1) move(({ mean: [r, g, b] }) => nearest(means, boxes.length, r, g, b));
  return means;
}

/** The color that is nearest. @param colors three channels each. */
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
