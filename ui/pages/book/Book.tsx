import { ArrowLeft, ArrowRight, BookOpen, ListTree, Plug, Terminal, Wrench } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { locale } from '../../client/page/t.ts';
import { useTitle } from '../../kit/hooks.ts';
import { language } from '../../texts/language.ts';
import { groups } from '../products/groups.ts';
import { articles, type Article as Written } from './articles.ts';
import './book.css';

/** Guides, references and release notes, and the page of each article. */
export function Book({ section, slug }: { section: 'blog' | 'resources'; slug?: string | undefined }) {
  const path = `/${section}/${slug}`;
  const article = articles.find((one) => one.path === path);
  if (article) return <Article key={path} article={article} />;
  if (slug) return <Redirect to="/404" replace />;
  return section === 'blog' ? <Blog /> : <Resources />;
}

function Blog() {
  useTitle('Blog', 'What is new in Cutroom, version by version.');
  return (
    <div className="book">
      <header>
        <h1 tabIndex={-1}>Blog</h1>
        <p className="soft">What is new in Cutroom.</p>
        {language !== 'en' && <p className="soft small">The articles are in English.</p>}
      </header>
      <Articles section="blog" />
    </div>
  );
}

const references = [
  { path: '/reference', title: 'Tools', words: 'All settings, for requests and commands', icon: Wrench },
  { path: '/reference/project', title: 'Project files', words: 'Every field with its values', icon: ListTree },
  { path: '/reference/cli', title: 'Command line', words: 'Every command with its options', icon: Terminal },
  { path: '/reference/api', title: 'HTTP API', words: 'Every endpoint of this server', icon: Plug },
];

function Resources() {
  useTitle('Resources', 'Guides, keyboard shortcuts, and the reference for project files, tools and requests.');
  return (
    <div className="book">
      <header>
        <h1 tabIndex={-1}>Resources</h1>
        <p className="soft">Step-by-step guides and explanations.</p>
        {language !== 'en' && <p className="soft small">The guides and the reference are in English.</p>}
      </header>
      <section aria-labelledby="guides-title">
        <h2 id="guides-title">Guides</h2>
        <Articles section="guides" />
      </section>
      <section aria-labelledby="tool-guides-title" className="tool-guides">
        <h2 id="tool-guides-title">Guides to the tools</h2>
        {groups.map(({ title, tools }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <ul className="stack-2 references">
              {tools
                .flatMap(({ id }) => guidesOf(id))
                .map((guide) => (
                  <ToolGuide key={guide.path} guide={guide} />
                ))}
            </ul>
          </section>
        ))}
      </section>
      <section aria-labelledby="reference-title">
        <h2 id="reference-title">Reference</h2>
        <ul className="stack-2 references">
          {references.map(({ path, title, words, icon: Icon }) => (
            <li key={path}>
              {/* The server makes those pages, so they are no links within this one. */}
              <a href={path} hrefLang="en" className="stack-2 panel reference">
                <Icon aria-hidden="true" />
                <span>
                  <strong>{title}</strong>
                  <span className="soft small">{words}</span>
                </span>
                <ArrowRight aria-hidden="true" />
              </a>
            </li>
          ))}
        </ul>
        <a href="/third-party-notices.txt" className="button quiet book-link">
          Third-party notices
        </a>
      </section>
    </div>
  );
}

function guidesOf(tool: string): readonly Written[] {
  return articles.filter((one) => one.tool === tool);
}

function ToolGuide({ guide: { path, title, summary } }: { guide: Written }) {
  return (
    <li>
      <Link href={path} className="stack-2 panel reference">
        <BookOpen aria-hidden="true" />
        <span lang="en">
          <strong translate="no">{title}</strong>
          <span className="soft small" translate="no">
            {summary}
          </span>
        </span>
        <ArrowRight aria-hidden="true" />
      </Link>
    </li>
  );
}

/** Release notes, or the guides that are not about one tool. */
function Articles({ section }: { section: 'blog' | 'guides' }) {
  return (
    <ul className="articles">
      {articles
        .filter((one) => one.section === section && one.tool === undefined)
        .map(({ path, title, date, summary, picture }) => (
          <li key={path}>
            <Link href={path} className="stack article-card">
              <span className="center article-picture">
                <img src={picture} alt="" loading="lazy" decoding="async" />
              </span>
              <strong lang="en" translate="no">
                {title}
              </strong>
            </Link>
            <p className="soft small" lang="en" translate="no">
              {summary}
            </p>
            {section === 'blog' && <Day date={date} />}
          </li>
        ))}
    </ul>
  );
}

/** An article, whose HTML the build generates from Markdown. */
function Article({ article: { section, title, date, summary, text } }: { article: Written }) {
  const [html, setHtml] = useState('');
  const [failed, setFailed] = useState(false);
  useTitle(title, summary);
  useEffect(() => {
    const ending = new AbortController();
    fetch(text, { signal: ending.signal })
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText))))
      .then(setHtml, () => setFailed(!ending.signal.aborted));
    return () => ending.abort();
  }, [text]);
  const above = section === 'blog' ? { path: '/blog', title: 'Blog' } : { path: '/resources', title: 'Resources' };
  return (
    <article className="stack-2 article">
      <Link href={above.path} className="button quiet book-link">
        <ArrowLeft aria-hidden="true" />
        {above.title}
      </Link>
      <h1 tabIndex={-1} lang="en" translate="no">
        {title}
      </h1>
      <Day date={date} />
      {language !== 'en' && <p className="soft small">This article is in English.</p>}
      {failed && <p role="alert">This text could not be loaded. Reload the page.</p>}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it is made of this project's own files at build time. */}
      <div className="article-text" lang="en" dangerouslySetInnerHTML={{ __html: html }} aria-busy={html === ''} />
    </article>
  );
}

/** A formatted date. @param props.date YYYY-MM-DD. */
function Day({ date }: { date: string }) {
  const words = new Date(`${date}T12:00:00Z`).toLocaleDateString(locale('en'), { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <time className="soft small" dateTime={date}>
      {words}
    </time>
  );
}
