import '@fontsource-variable/inter';
import './style/tokens.css';
import './style/base.css';
import './style/controls.css';
import './style/layout.css';
import './style/notices.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import icon from './brand.svg';
import { ErrorNotice } from './components/ErrorNotice.tsx';
import { watchPaletteKey } from './palette/paletteKey.ts';
import { startRouter } from './router.ts';
import { watchDrops } from './state/drops.ts';
import { watchInput } from './state/input.ts';
import { closeAllNotices } from './state/notices.ts';
import { watchOwner } from './state/owner.ts';
import { restoreTheme } from './state/theme.ts';
import { language } from './texts/language.ts';

startRouter();
watchInput();
watchOwner();
watchDrops();
watchPaletteKey();
restoreTheme();
// Runs in the background. If loading fails, the page works without it.
addEventListener('load', () => {
  void import('./offline/register.ts').then(
    ({ registerServiceWorker: keepPages }) => keepPages(),
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
