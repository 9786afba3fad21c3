import { describe, expect, it } from 'vitest';
import { CropEditor } from '../../../ui/studio/crop/CropEditor.tsx';
import { CropFooter } from '../../../ui/studio/inspector/footers.tsx';
import { undoChange } from '../../../ui/studio/state/studio.ts';
import { button, click, freshScreen, key, layer, names, open, show } from '../studioScreen.ts';

freshScreen();

const picture = { type: 'image', url: 'a.png', width: 400, height: 300 };
const position = { x: '0%', y: '0%', width: '50%', height: '50%' };
const canvas = { width: 800, height: 600 };
const crop = () => layer<'image'>().crop;
const both = () => (
  <>
    <CropEditor layer={layer<'image'>()} scale={1} />
    <CropFooter />
  </>
);

describe('CropEditor', () => {
  it('resizes the frame and moves the image by keys, with key repeats as one undo step', async () => {
    open([{ ...picture, position }], canvas);
    await show(both());
    await key(button('Left edge'), 'ArrowRight');
    expect(crop()).toEqual({ x: 0.01, y: 0, width: 0.99, height: 1 });
    expect(layer<'image'>().position).toMatchObject({ x: '0.5%', width: '49.5%' });
    await show(both());
    await key(button('Image: arrow keys move it within the frame'), 'ArrowRight');
    expect(crop()).toEqual({ x: 0, y: 0, width: 0.99, height: 1 });
    undoChange();
    expect(crop()).toBeUndefined();
  });

  it('applies an aspect ratio and resets to the whole image', async () => {
    open([{ ...picture, position }], canvas);
    await show(both());
    expect(names().slice(-8)).toEqual(['Free', 'Original', '1:1', '4:5', '9:16', '16:9', 'Reset crop', 'Done']);
    await click('1:1');
    expect(crop()).toEqual({ x: 0.125, y: 0, width: 0.75, height: 1 });
    await show(both());
    await key(button('Bottom right corner'), 'ArrowLeft');
    expect((crop()?.width ?? 0) * 4).toBeCloseTo((crop()?.height ?? 0) * 3, 5);
    await click('Reset crop');
    expect(crop()).toBeUndefined();
    expect(Number.parseFloat(layer<'image'>().position?.width ?? '')).toBeCloseTo(50, 3);
  });
});
