// Merges small chunks of the pages with others that mostly load at the same time.

/**
 * Cost of one more file, in bytes of script: its imports and exports, less compression, some 130 compressed bytes, and
 * its turn on a connection that loads six at a time. Measured against 400: the first page has 2 files of 12 fewer, the
 * Studio 6 of 35, a tool's page 1 kB of 101 more.
 */
const FILE_COST = 1000;

/**
 * @typedef {object} Group
 * @property {readonly string[]} modules
 * @property {ReadonlySet<string>} bringers entries that load it first
 */

/**
 * Merges groups of modules while the saved files outweigh the bytes that entries load needlessly.
 * @param {readonly Group[]} groups
 * @param {(modules: readonly string[], part: string) => number} missing bytes of modules and their imports that an
 * entry neither loads nor
 *   finds loaded
 * @param {(part: string) => number} [weight] of an entry, 0 to 1.
 * @returns {Group[]} in the order of their first members
 */
export function mergeGroups(groups, missing, weight = () => 1) {
  const merged = groups.map((group) => ({ ...group }));
  /** @type {Map<Group, Map<Group, number>>} */
  const gains = new Map();
  const weigh = (/** @type {Group} */ one) => {
    const found = new Map(
      merged.filter((other) => other !== one).map((other) => [other, gainOf(one, other, missing, weight)]),
    );
    gains.set(one, found);
    for (const [other, gain] of found) gains.get(other)?.set(one, gain);
  };
  for (const group of merged) weigh(group);
  for (;;) {
    const best = bestOf(gains);
    if (!best) return merged;
    const [one, other] = best;
    const both = {
      modules: [...one.modules, ...other.modules],
      bringers: new Set([...one.bringers, ...other.bringers]),
    };
    merged.splice(Math.min(merged.indexOf(one), merged.indexOf(other)), 1, both);
    for (const gone of best) {
      gains.delete(gone);
      for (const row of gains.values()) row.delete(gone);
      if (merged.includes(gone)) merged.splice(merged.indexOf(gone), 1);
    }
    weigh(both);
  }
}

/**
 * @param {Group} one
 * @param {Group} other
 * @param {(modules: readonly string[], part: string) => number} missing
 * @param {(part: string) => number} weight
 */
function gainOf(one, other, missing, weight) {
  let gain = 0;
  for (const part of one.bringers)
    gain += weight(part) * (other.bringers.has(part) ? FILE_COST : -missing(other.modules, part));
  for (const part of other.bringers) if (!one.bringers.has(part)) gain -= weight(part) * missing(one.modules, part);
  return gain;
}

/**
 * @param {ReadonlyMap<Group, ReadonlyMap<Group, number>>} gains
 * @returns {[Group, Group] | undefined} the two groups whose merging saves most, if any
 */
function bestOf(gains) {
  /** @type {[Group, Group] | undefined} */
  let best;
  let most = 0;
  for (const [one, row] of gains)
    for (const [other, gain] of row)
      if (gain > most) {
        most = gain;
        best = [one, other];
      }
  return best;
}
