import { navigate } from 'wouter/use-browser-location';
import { type Command, offeredCommands } from '../../app/paletteCommand.ts';
import { nextTheme } from '../../app/theme.tsx';
import { account } from '../../client/account/account.ts';
import { articles } from '../../pages/book/articles.ts';
import { collections } from '../../pages/collections/templates.ts';
import { catalogue } from '../../tools/catalogue.data.ts';
import { pages } from '../pages.ts';

/** Returns all available commands in group order: `now` at once, `rest` after loading. */
export function listCommands(): { now: readonly Command[]; rest: Promise<readonly Command[]> } {
  const now = [...toolCommands(), ...pageCommands(), ...collectionCommands(), ...articleCommands()];
  return { now, rest: Promise.all([offeredCommands(), projectCommands()]).then((found) => found.flat()) };
}

function toolCommands(): Command[] {
  return catalogue.map(({ id, title, route }) => link(`tool:${id}`, title, 'Tool', 'Tools', route));
}

function pageCommands(): Command[] {
  const own = account.standing === 'out' ? [['/sign-in', 'Sign in'] as const] : [];
  const all = [
    ['/', 'Home page'] as const,
    ['/studio/editor', 'Studio'] as const,
    ...pages,
    ['/my', 'My videos and projects'] as const,
    ...own,
  ];
  return [
    ...all.map(([path, title]) => link(`page:${path}`, title, 'Page', 'Pages', path)),
    {
      id: 'theme',
      title: 'Light, dark, or system theme',
      about: 'Color theme',
      group: 'Pages',
      run: nextTheme,
    },
  ];
}

function collectionCommands(): Command[] {
  return collections.flatMap(({ title, templates }) =>
    templates.map(({ id, name }) =>
      link(`ready:${id}`, name, title, 'Ready-made projects', `/studio/editor?template=${id}`),
    ),
  );
}

function articleCommands(): Command[] {
  return articles.map(({ path, title, summary }) => link(`page:${path}`, title, summary, 'Guides and notes', path));
}

/** Returns commands for projects stored in this browser, newest first. */
async function projectCommands(): Promise<Command[]> {
  const { listSaved } = await import('../../client/projects/saved.ts');
  const heads = await listSaved().catch(() => []);
  return heads.map(({ id, name, width, height }) =>
    link(`project:${id}`, name, `Project, ${width} × ${height}`, 'Projects', `/studio/editor?project=${id}`),
  );
}

function link(id: string, title: string, about: string, group: Command['group'], path: string): Command {
  return { id, title, about, group, run: () => navigate(path) };
}
