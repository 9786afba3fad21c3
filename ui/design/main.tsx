// Entry of the design system page: served by `npm run dev`, not part of the product.

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
// The components are translated, too.
if (language === 'de') import('../texts/german.ts').then(show, show);
else show();
