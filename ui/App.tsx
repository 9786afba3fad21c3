import { useEffect, useRef } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { DropTarget } from './components/DropTarget.tsx';
import { Header } from './components/Header.tsx';
import { Notices } from './components/Notices.tsx';
import { ServerAway } from './components/ServerAway.tsx';
import { Home } from './pages/Home.tsx';
import { NotFound } from './pages/NotFound.tsx';
import { Video } from './pages/Video.tsx';

/** The whole page: header, the screen of the present route, and the notices above it. */
export function App() {
  useFreshStart();
  return (
    <>
      <a className="skip button plain" href="#main">
        Skip to the content
      </a>
      <DropTarget />
      <Header />
      <main id="main" className="page" tabIndex={-1}>
        <Switch>
          <Route path="/" component={Home} />
          <Route path="/videos/:id">{({ id }) => <Video key={id} id={id} />}</Route>
          <Route path="/404" component={NotFound} />
          <Route>
            <Redirect to="/404" replace />
          </Route>
        </Switch>
      </main>
      <ServerAway />
      <Notices />
    </>
  );
}

/** A route change scrolls to the top (tools spec §2) and takes the keyboard's place there too. */
function useFreshStart(): void {
  const [path] = useLocation();
  const first = useRef(path);
  useEffect(() => {
    if (first.current === path) return;
    first.current = '';
    scrollTo({ top: 0, behavior: 'instant' });
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main');
    heading?.focus({ preventScroll: true });
  }, [path]);
}
