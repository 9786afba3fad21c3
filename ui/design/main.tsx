// The page of the design system: `npm run dev` serves it beside the product, which never holds it.

import '@fontsource-variable/inter';
import '../style/tokens.css';
import '../style/base.css';
import '../style/controls.css';
import '../style/layout.css';
import '../style/notices.css';
import './design.css';
import { createRoot } from 'react-dom/client';
import { restoreTheme } from '../state/theme.ts';
import { language } from '../texts/language.ts';
import { Design } from './Design.tsx';

restoreTheme();
const root = document.getElementById('root');
const show = () => root && createRoot(root).render(<Design />);
// The components speak the other languages, too.
if (language === 'de') import('../texts/german.ts').then(show, show);
else show();
