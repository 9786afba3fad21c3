import './app/noEval.ts';
import '@fontsource-variable/inter';
import './kit/style/tokens.css';
import './kit/style/base.css';
import './kit/style/kit.css';
import { createRoot } from 'react-dom/client';
import { keepFocus } from './app/focus.ts';
import { restoreTheme } from './app/theme.tsx';
import icon from './brand.svg';
import { watchDrops } from './client/media/drops.ts';
import { closeAllNotices } from './client/page/notices.ts';
import { watchOwner } from './client/page/owner.ts';
import { watchInput } from './kit/input.ts';
import { startRouter } from './router.ts';
import { App, ErrorNotice } from './shell/App.tsx';
import { watchPaletteKey } from './shell/palette/paletteKey.ts';
import { language } from './texts/language.ts';

startRouter();
watchInput();
watchOwner();
watchDrops();
watchPaletteKey();
keepFocus();
restoreTheme();
// Runs in the background. If loading fails, the page works without it.
addEventListener('load', () => {
  void import('./offline/register.ts').then(
    ({ registerServiceWorker }) => registerServiceWorker(),
    () => undefined,
  );
});
// Executes pending actions, such as deletions whose undo is still offered, when the page closes.
addEventListener('pagehide', closeAllNotices);

document.querySelector('link[rel=icon]')?.setAttribute('href', icon);

const root = document.getElementById('root');
const show = () =>
  root &&
  createRoot(root).render(
    <ErrorNotice>
      <App />
    </ErrorNotice>,
  );
// Waits for the translation, so that the language does not switch; if it fails to load, the page is in English.
if (language === 'de') import('./texts/german.ts').then(show, show);
else show();
