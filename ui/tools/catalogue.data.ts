import { tools } from '../../engine/tools/index.ts';

/** What leads to a tool. */
export interface CataloguedTool {
  id: string;
  title: string;
  route: string;
}

/**
 * Every tool, in the order of lists. The build puts these values in the place of this code: a page that lists tools does
 * not load what makes projects.
 */
export const catalogue: readonly CataloguedTool[] = tools.map(({ id, title, route }) => ({ id, title, route }));
