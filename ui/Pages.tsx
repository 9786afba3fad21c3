import { Redirect, Route, Switch } from 'wouter';
import { DropTarget } from './components/DropTarget.tsx';
import { Header } from './components/Header.tsx';
import { Home } from './pages/Home.tsx';
import { NotFound } from './pages/NotFound.tsx';
import { Video } from './pages/Video.tsx';

/** Everything but the Studio: a page below the header. */
export default function Pages() {
  return (
    <>
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
    </>
  );
}
