import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useTitle } from '../../components/useTitle.ts';
import { language } from '../../texts/language.ts';
import type { Article as Written } from './articles.ts';
import { Day } from './Day.tsx';

/** An article, whose HTML the build generates from Markdown. */
export function Article({ article: { section, title, date, summary, text } }: { article: Written }) {
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
    <article className="article">
      <Link href={above.path} className="button quiet article-back">
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
