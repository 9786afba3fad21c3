import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { Redirect } from 'wouter';
import { type SubtitleScreen, subtitleScreens } from '../../../engine/tools/subtitleScreens.ts';
import { lazyPart } from '../../app/lazyPart.ts';
import { Sheet } from '../../app/Sheet.tsx';
import { closeScreen } from '../../subtitles/paths.ts';
import { draftHistories, draftOf } from '../drafts.ts';
import type { ColorField, SheetProps } from './SubtitleSheets.tsx';

const Colors = lazyPart<SheetProps & { field: ColorField }>(
  async () => (await import('./SubtitleSheets.tsx')).DraftColor,
);
const Fonts = lazyPart<SheetProps>(async () => (await import('./SubtitleSheets.tsx')).DraftFonts);
const Transcribe = lazyPart<SheetProps>(async () => (await import('./SubtitleSheets.tsx')).Transcribe);
const Keys = lazyPart(async () => (await import('./SubtitleSheets.tsx')).CueShortcuts);

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
