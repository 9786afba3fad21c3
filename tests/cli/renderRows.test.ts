import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cutroom, tempFolder, write } from './command.ts';

const cwd = tempFolder();
const still = { width: 64, height: 64, isImage: true, scenes: [{ id: 's', background: '#ff0000', layers: [] }] };
write(join(cwd, 'still.json'), still);

describe('render --data', () => {
  const template = {
    ...still,
    scenes: [{ ...still.scenes[0], layers: [{ id: 't', type: 'text', text: 'Hi {{ name }}', color: '{{color}}' }] }],
  };
  write(join(cwd, 'card.json'), template);

  it('renders a row each, values in quotes and a byte order mark included', async () => {
    write(join(cwd, 'rows.csv'), '\uFEFFname,color\n"Ann, ""B""",#112233\n\n../Bob,#445566\n');
    const { code, stdout } = await cutroom(
      ['render', 'card.json', '--data', 'rows.csv', '--out', 'cards/{row}-{name}.png'],
      { cwd },
    );
    expect(code).toBe(0);
    expect(stdout).toBe('cards/1-Ann_ _B_.png\ncards/2-_Bob.png\n');
    expect(readdirSync(join(cwd, 'cards')).sort()).toEqual(['1-Ann_ _B_.png', '2-_Bob.png']);
  });

  it('fills the named fields of a template by the columns of their names, and says which value is none', async () => {
    const named = (fields: object) => ({ id: 't', type: 'text', text: 'Somebody', ...fields });
    const layers = [
      named({ fieldNames: { content: 'Name', color: 'Ink' } }),
      { id: 'p', type: 'placeholder', fieldNames: { content: 'Photo' } },
    ];
    write(join(cwd, 'template.json'), { ...still, scenes: [{ id: 's', layers }] });
    write(join(cwd, 'rows.csv'), 'Name,Ink,Photo\nAnn,#112233,\nBob,inky,gone.png\n');
    const call = () => cutroom(['render', 'template.json', '--data', 'rows.csv', '--out', 'made/{Name}.png'], { cwd });
    const refused = await call();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Row 2: "Ink" must be a colour such as "#5969e2".');
    write(join(cwd, 'rows.csv'), 'Name,Photo\nBob,gone.png\n');
    expect((await call()).stderr).toContain('"gone.png" is not there.');
    write(join(cwd, 'rows.csv'), 'Name\nAnn\nBob\n');
    expect((await call()).stdout).toBe('made/Ann.png\nmade/Bob.png\n');
    expect(readFileSync(join(cwd, 'made/Ann.png')).equals(readFileSync(join(cwd, 'made/Bob.png')))).toBe(false);
  });

  it('names outputs by row on its own', async () => {
    write(join(cwd, 'rows.csv'), `name,color\n${'x,#000000\n'.repeat(10)}`);
    const { stdout } = await cutroom(['render', 'card.json', '--data', 'rows.csv', '--json'], { cwd });
    expect(
      JSON.parse(stdout).outputs.map(({ path, row }: { path: string; row: number }) => [path, row]),
    ).toContainEqual([join(cwd, 'card-07.png'), 7]);
  });

  it('leaves marks to the letters that they belong to in a name', async () => {
    const names = [
      '\u0939\u093f\u0928\u094d\u0926\u0940',
      '\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22\u0e35\u0e48',
      'q\u0323',
    ];
    write(join(cwd, 'marks.csv'), `title\n${names.join('\n')}\n`);
    const args = ['render', 'still.json', '--data', 'marks.csv', '--out', '{title}.png'];
    expect((await cutroom(args, { cwd })).stdout).toBe(`${names.join('.png\n')}.png\n`);
  });

  it('cuts a long value in a name between letters', async () => {
    write(join(cwd, 'long.csv'), `title\n${'\u6620\u753b'.repeat(44)}\u{1f600}\n`);
    const { code, stdout } = await cutroom(['render', 'still.json', '--data', 'long.csv', '--out', '{title}.png'], {
      cwd,
    });
    expect(stdout).toMatch(/^[\u6620\u753b]{33}\.png\n$/);
    expect(code).toBe(0);
  });

  it('checks all rows before the first is rendered', async () => {
    write(join(cwd, 'rows.csv'), 'name,color\nA,#000000\nB,none of them\n');
    const { code, stderr } = await cutroom(['render', 'card.json', '--data', 'rows.csv', '--out', 'never/{row}.png'], {
      cwd,
    });
    expect(code).toBe(1);
    expect(stderr).toContain('card.json#/scenes/0/layers/0/color: Row 2: "color" must be a colour');
    expect(existsSync(join(cwd, 'never'))).toBe(false);
  });

  it.each([
    ['name\nA\n', '{row}.png', 2, 'no column "color"'],
    ['name,color\nA,#000\nB,#000\n', 'same.png', 2, 'Rows 1 and 2'],
    ['name,color\nA\n', '{row}.png', 1, 'rows.csv'],
    // Some disks take them for one file.
    [
      'name,color\nAnn,#000000\nann,#000000\n',
      '{name}.png',
      2,
      'Ann.png and ann.png, which are one file on some disks',
    ],
    ['name,color\nZo\u00eb,#000000\nZoe\u0308,#000000\n', '{name}.png', 2, 'Rows 1 and 2'],
    ['name,color\n', '{row}.png', 1, 'no row'],
  ])('refuses the table %j', async (table, out, expected, sentence) => {
    write(join(cwd, 'rows.csv'), table);
    const { code, stderr } = await cutroom(['render', 'card.json', '--data', 'rows.csv', '--out', out], { cwd });
    expect(code).toBe(expected);
    expect(stderr).toContain(sentence);
  });
});
