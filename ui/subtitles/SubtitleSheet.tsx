import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { Redirect } from 'wouter';
import { type SubtitleScreen, subtitleScreens } from '../../engine/tools/subtitleScreens.ts';
import { Sheet } from '../components/Sheet.tsx';
import { lazyPart } from '../studio/state/lazyPart.ts';
import { draftHistories, draftOf } from '../tools/drafts.ts';
import { closeScreen } from './paths.ts';
import type { ColorField, SheetProps } from './sheetProps.ts';

const Colors = lazyPart<SheetProps & { field: ColorField }>(async () => (await import('./DraftColor.tsx')).DraftColor);
const Fonts = lazyPart<SheetProps>(async () => (await import('./DraftFonts.tsx')).DraftFonts);
const Transcribe = lazyPart<SheetProps>(async () => (await import('./Transcribe.tsx')).Transcribe);
const Keys = lazyPart(async () => (await import('./CueShortcuts.tsx')).CueShortcuts);

/** A sheet over the subtitle page. Redirects to 404 for an unknown screen. */
export function SubtitleSheet({ screen, tool }: { screen: string; tool: { id: string } }) {
  useSnapshot(draftHistories);
  if (!isScreen(screen)) return <Redirect to="/404" replace />;
  return (
    <Sheet title={subtitleScreens[screen]} shape={shapes[screen]} onClose={closeScreen}>
      <Suspense fallback={<div className="over-waiting" aria-busy="true" />}>
        <Body tool={tool} draft={draftOf(tool)} screen={screen} />
      </Suspense>
    </Sheet>
  );
}

function isScreen(path: string): path is SubtitleScreen {
  return Object.hasOwn(subtitleScreens, path);
}

const shapes: { readonly [S in SubtitleScreen]?: 'middle' | 'wide' } = { transcribe: 'middle', shortcuts: 'wide' };

function Body({ screen, ...props }: SheetProps & { screen: SubtitleScreen }) {
  switch (screen) {
    case 'transcribe':
      return <Transcribe {...props} />;
    case 'shortcuts':
      return <Keys />;
    case 'fonts':
      return <Fonts {...props} />;
    default:
      return <Colors {...props} field={fieldOfScreen[screen]} />;
  }
}

const fieldOfScreen = {
  'text-color': 'color',
  'text-background-color': 'background',
  'highlight-color': 'highlightColor',
  'video-background-color': 'videoBackgroundColor',
} as const;
