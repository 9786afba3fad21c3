import { tools } from '../../engine/tools/index.ts';

/** Link to a tool. */
export interface CataloguedTool {
  id: string;
  title: string;
  route: string;
}

/**
 * Every tool, in list order. The build replaces this code by its values, so that pages with lists of tools do not load
 * the code that creates projects.
 */
export const catalogue: readonly CataloguedTool[] = tools.map(({ id, title, route }) => ({ id, title, route }));
