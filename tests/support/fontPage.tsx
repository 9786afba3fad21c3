// First, because it declares the order of the layers.
import '../../ui/kit/style/tokens.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { fontNews, fontStateOf, hasFonts, lettersWithout, loadFonts } from '../../engine/browser/loadFonts.ts';
import { kindOf } from '../../engine/kinds/index.ts';
import type { Box } from '../../engine/layout/box.ts';
import { paintLayer } from '../../engine/painters/index.ts';
import type { Lettering, SubtitlesLayer, TextLayer } from '../../engine/project/layers.ts';
import { FontList } from '../../ui/pickers/FontList.tsx';
import '../../ui/kit/style/base.css';
import '../../ui/pickers/pickers.css';

/**
 * Loads a text's fonts as the pages do, then paints it at second 1. @returns RGBA as base64, and the state of its
 * fonts.
 */
async function paintText(layer: TextLayer | SubtitlesLayer, box: Box, width: number, height: number) {
  const [letters] = kindOf(layer).lettering(layer) as [Lettering];
  const before = hasFonts(letters);
  await loadFonts([layer]);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const ctx = canvas.getContext('2d') as CanvasRenderingContext2D;
  ctx.fillStyle = '#ffffff';
  ctx.fillRect(0, 0, width, height);
  const surface = (): never => {
    throw new Error('Not needed.');
  };
  paintLayer(ctx, layer, {
    box,
    animation: kindOf(layer).stateAt(layer, 1),
    path: (data) => new Path2D(data),
    surface,
  });
  const bytes = ctx.getImageData(0, 0, width, height).data;
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  const { loaded } = fontNews();
  return {
    pixels: btoa(text),
    before,
    after: hasFonts(letters),
    state: fontStateOf(layer.fontFamily),
    loaded,
    missing: lettersWithout(letters),
  };
}

function Page() {
  const [value, setValue] = useState('Lobster');
  return (
    <main style={{ display: 'flex', flexDirection: 'column', width: 360, height: 600, padding: 16 }}>
      <h1>{value}</h1>
      <FontList value={value} onChoose={setValue} />
    </main>
  );
}

Object.assign(globalThis, { paintText });
createRoot(document.getElementById('root') as HTMLElement).render(<Page />);
