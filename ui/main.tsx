import '@fontsource-variable/inter';
import './style/tokens.css';
import './style/base.css';
import './style/controls.css';
import './style/layout.css';
import './style/stage.css';
import './style/welcome.css';
import './style/desk.css';
import './style/media.css';
import './style/problems.css';
import './style/samples.css';
import './style/renders.css';
import './style/video.css';
import './style/notices.css';
import './studio/fonts/fonts.css';
import './studio/style/studio.css';
import './studio/style/done.css';
import './studio/style/over.css';
import './studio/style/stage.css';
import './studio/style/playBar.css';
import './studio/style/floating.css';
import './studio/style/scenes.css';
import './studio/style/start.css';
import './studio/style/upload.css';
import './studio/style/projects.css';
import './studio/style/panels.css';
import './studio/style/colors.css';
import './studio/style/controls.css';
import './studio/style/footer.css';
import './studio/style/footerPhone.css';
import './studio/style/strips.css';
import './studio/style/timeline.css';
import './studio/style/timelineBoard.css';
import './studio/style/timelineTracks.css';
import './studio/style/timelineTrim.css';
import './studio/style/range.css';
import './studio/style/trim.css';
import './studio/style/audio.css';
import './studio/style/animate.css';
import './studio/style/output.css';
import './studio/style/export.css';
import './studio/style/effects.css';
import './studio/style/voice.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import icon from './brand.svg';
import { Mishap } from './components/Mishap.tsx';
import { startRouter } from './router.ts';
import { watchInput } from './state/input.ts';
import { closeAllNotices } from './state/notices.ts';
import { restoreTheme } from './state/theme.ts';

startRouter();
watchInput();
restoreTheme();
// What waits for its undo to pass is done when the page is left.
addEventListener('pagehide', closeAllNotices);

document.querySelector('link[rel=icon]')?.setAttribute('href', icon);

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <Mishap>
      <App />
    </Mishap>,
  );
