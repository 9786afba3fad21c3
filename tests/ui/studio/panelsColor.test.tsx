import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { isHexColor } from '../../../engine/layout/hexColor.ts';
import { project as projectSchema } from '../../../engine/project/project.ts';
import { addBrandColor, brandColors, removeBrandColor } from '../../../ui/client/brand/brandColors.ts';
import { notices } from '../../../ui/client/page/notices.ts';
import { isSameColor, presets, printColor } from '../../../ui/kit/swatches.tsx';
import { BackgroundFooter } from '../../../ui/studio/inspector/BackgroundFooter.tsx';
import { BackgroundColor, LayerColor, OutlineColor } from '../../../ui/studio/inspector/ColorPanels.tsx';
import { openProject, studio, undoChange } from '../../../ui/studio/state/studio.ts';
import { button, click, field, freshScreen, key, layer, names, open, place, show, write } from '../studioScreen.ts';

freshScreen();

describe('color screens', () => {
  const hexField = () => field('Hex');

  it('complete typed text: capitals, a leading # and a derived color for other text', async () => {
    open([{ type: 'text', color: '#123456' }]);
    await show(<LayerColor />);
    expect(hexField().value).toBe('#123456');
    await write(hexField(), '##ab');
    expect(hexField().value).toBe('#AB');
    expect(layer<'text'>().color).toBe('#123456');
    await write(hexField(), 'abc');
    expect(layer<'text'>().color).toBe('#ABC');
    await write(hexField(), '#ABCDE');
    expect(hexField().value).toBe('#ABCDE');
    await write(hexField(), '#ABCDEF');
    await key(hexField(), 'Enter');
    expect(layer<'text'>().color).toBe('#ABCDEF');
    await act(async () => undoChange());
    expect(layer<'text'>().color).toBe('#123456');
    await write(hexField(), 'sunset');
    await key(hexField(), 'Enter');
    const derived = layer<'text'>().color;
    expect(isHexColor(derived)).toBe(true);
    expect(derived).not.toBe('#123456');
    expect(hexField().value).toBe(derived.toUpperCase());
  });

  it('accept CSS colors and reject an invalid color', async () => {
    open([{ type: 'shape', shapeType: 'rectangle', background: '#123456' }]);
    await show(<LayerColor />);
    const type = async (text: string) => {
      await write(hexField(), text);
      await key(hexField(), 'Enter');
      return layer<'shape'>().background;
    };
    expect(await type('rgba(255, 0, 0, 0.5)')).toBe('#FF000080');
    expect(hexField().value).toBe('#FF000080');
    expect(await type('#12345')).toBe('#FF000080');
    expect(notices.list.at(-1)?.message).toContain('Not a color.');
    expect(await type('transparent')).toBe('none');
    expect(hexField().value).toBe('transparent');
  });

  it('keep the color when the field is emptied or Escape is pressed', async () => {
    open([{ type: 'text', color: '#123456' }]);
    await show(<LayerColor />);
    await write(hexField(), '');
    await key(hexField(), 'Enter');
    expect(hexField().value).toBe('#123456');
    await write(hexField(), 'zzz');
    await key(hexField(), 'Escape');
    expect(hexField().value).toBe('#123456');
    expect(studio.canUndo).toBe(false);
  });

  it('merge brand colors that two tabs add without notice of each other', () => {
    addBrandColor('#111111');
    localStorage.setItem('brandColors', JSON.stringify(['#111111', '#222222']));
    addBrandColor('#333333');
    expect(brandColors.colors).toEqual(['#111111', '#222222', '#333333']);
    localStorage.setItem('brandColors', JSON.stringify(['#111111', '#222222', '#333333', '#444444']));
    removeBrandColor('#222222');
    expect(brandColors.colors).toEqual(['#111111', '#333333', '#444444']);
    for (const color of brandColors.colors) removeBrandColor(color);
  });

  it('offer ten colors, those of the project first, as one tab stop with arrow keys between them', async () => {
    expect(presets).toHaveLength(80);
    expect(new Set(presets.map(({ color }) => color)).size).toBe(80);
    expect(new Set(presets.map(({ name }) => name)).size).toBe(80);
    expect(presets.every(({ color }) => isHexColor(color))).toBe(true);
    expect(presets.some(({ color }) => color === '#5969e2')).toBe(true);
    open([{ type: 'placeholder' }, { type: 'text', color: '#ff7700' }]);
    await show(<LayerColor />);
    const grid = place.querySelector('[aria-label="Project colors"]') as HTMLElement;
    const offered = [...grid.querySelectorAll('button')].map((one) => one.getAttribute('aria-label'));
    expect(offered).toHaveLength(10);
    expect(offered.slice(0, 4)).toEqual(['White', '#EEEEEE', '#FF7700', 'Black']);
    expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    await act(async () => button('White').focus());
    await key(document.activeElement as Element, 'ArrowRight');
    await key(document.activeElement as Element, 'ArrowRight');
    expect(document.activeElement).toBe(button('#FF7700'));
    await click('Red 5');
    expect(layer<'placeholder'>().background).toBe('#e9504d');
    await click('None');
    expect(layer<'placeholder'>().background).toBe('none');
    await act(async () => undoChange());
    expect(layer<'placeholder'>().background).toBe('#e9504d');
  });

  it('color the fill, the outline or the line', async () => {
    open([{ type: 'shape', shapeType: 'rectangle' }]);
    await show(<LayerColor />);
    await click('Blue 5');
    await show(<OutlineColor />);
    expect(place.textContent).toContain('The outline is visible at a line width of 1 or more.');
    await click('Red 5');
    expect(layer<'shape'>()).toMatchObject({ background: '#0095db', stroke: '#e9504d' });
    await act(async () => open([{ type: 'shape', shapeType: 'line' }]));
    expect(names()).not.toContain('None');
    await click('Green 5');
    expect(layer<'shape'>().stroke).toBe('#00a943');
  });

  it('remember the last color when they close', async () => {
    open([{ type: 'text' }]);
    await show(<LayerColor />);
    await click('Teal 4');
    await show(null);
    await show(<LayerColor />);
    expect(place.querySelector('[aria-label=Recent] button')?.getAttribute('aria-label')).toBe('#00BEAF');
    expect(JSON.parse(localStorage.getItem('recentColors') ?? '[]')).toContain('#00beaf');
  });
});

describe('BackgroundFooter', () => {
  it('can be transparent, by a button or by text', async () => {
    openProject({ projectId: 'p', project: projectSchema.parse({ scenes: [{ id: 's' }] }) });
    await show(<BackgroundColor />);
    await click('Transparent');
    expect(studio.project.scenes[0]?.background).toBe('transparent');
    await act(async () => undoChange());
    await write(field('Hex'), '#0000');
    await key(field('Hex'), 'Enter');
    expect(studio.project.scenes[0]?.background).toBe('transparent');
  });

  it('offers presets other than white and the color of the previous scene, and applies a color to all scenes', async () => {
    const scenes = ['#ff0000', '#ffffff', '#00ff00'].map((background, index) => ({ id: `s${index}`, background }));
    openProject({ projectId: 'p', project: projectSchema.parse({ scenes }), selectedSceneId: 's1' });
    await show(<BackgroundFooter />);
    const grounds = () => studio.project.scenes.map(({ background }) => background);
    expect(place.querySelectorAll('[aria-label=Presets] button')).toHaveLength(79);
    await click('Indigo 6');
    expect(grounds()).toEqual(['#ff0000', '#5969e2', '#00ff00']);
    await click('Copy previous: color of the previous scene');
    expect(grounds()).toEqual(['#ff0000', '#ff0000', '#00ff00']);
    await click('Random: any preset');
    const chosen = grounds()[1] as string;
    expect(presets.some(({ color }) => isSameColor(color, chosen))).toBe(true);
    await click('All scenes: this color');
    expect(grounds()).toEqual([chosen, chosen, chosen]);
    expect(button('All scenes: this color').getAttribute('aria-disabled')).toBe('true');
    await act(async () => undoChange());
    expect(grounds()).toEqual(['#ff0000', chosen, '#00ff00']);
    await click(`Background color: ${printColor(chosen)}`);
    expect(location.pathname).toBe('/studio/editor/background/color');
  });
});
