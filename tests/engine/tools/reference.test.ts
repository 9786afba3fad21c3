import { describe, expect, it } from 'vitest';
import { mediaFormats } from '../../../engine/formats/formatTable.ts';
import { isOffered, withExtensions } from '../../../engine/project/formats.ts';
import { commonFieldsOf } from '../../../engine/tools/body.ts';
import { fieldsOf } from '../../../engine/tools/field.ts';
import { tools } from '../../../engine/tools/index.ts';
import { printMarkdown, toolReference } from '../../../engine/tools/reference.ts';

const text = printMarkdown(toolReference());

describe('the tool reference', () => {
  it('lists flag, unit, values and default of a setting', () => {
    expect(text.split('\n')).toContain(
      '| `imageVideoDuration` | `--image-video-duration` | length of the video, seconds | 0.1 to 1800 | `15` |',
    );
  });

  it('lists readable formats and the reasons for others', () => {
    for (const { name } of mediaFormats) expect(text).toContain(name);
    expect(text).toContain('Images: JPEG, PNG, animated PNG, GIF, WebP, AVIF, BMP, ICO, TIFF, QOI, PNM.');
    expect(text).toContain('PDF (it is a document)');
  });

  it('matches the formats of file pickers, including types unknown to a system', () => {
    for (const { kind, types, endings, isOptional } of mediaFormats) {
      if (isOptional) continue;
      expect(isOffered({ name: `a.${endings[0]}`, type: types[0] }, `${kind}/*`), types[0]).toBe(true);
    }
    expect(isOffered({ name: 'a.QOI', type: '' }, 'image/*')).toBe(true);
    expect(isOffered({ name: 'a.qoi', type: '' }, 'video/*')).toBe(false);
    expect(isOffered({ name: 'a.txt', type: 'text/plain' }, 'image/*,video/*,audio/*')).toBe(false);
    expect(withExtensions('.zip')).toBe('.zip');
  });

  it('lists every setting of every tool', () => {
    for (const tool of tools)
      for (const { name } of [...fieldsOf(tool.settings), ...fieldsOf(commonFieldsOf(tool))])
        expect(text, `${tool.id} ${name}`).toContain(`| \`${name}\` |`);
  });
});
