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
import { Design } from './Design.tsx';

restoreTheme();
const root = document.getElementById('root');
if (root) createRoot(root).render(<Design />);
