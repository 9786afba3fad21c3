import { Redirect } from 'wouter';
import { tools } from '../../engine/tools/index.ts';
import { ToolPage } from './ToolPage.tsx';

/** The page of the tool whose route it is; not found where no tool has it. @param slug the path without its slash. */
export default function ToolRoute({ slug }: { slug: string }) {
  const tool = tools.find(({ route }) => route === `/${slug}`);
  return tool ? <ToolPage key={tool.id} tool={tool} /> : <Redirect to="/404" replace />;
}
