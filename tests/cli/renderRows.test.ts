import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRows } from '../../cli/rows.ts';
import { called, tempFolder, write } from './command.ts';

const cwd = tempFolder();
const still = { width: 64, height: 64, isImage: true, scenes: [{ id: 's', background: '#ff0000', layers: [] }] };
write(join(cwd, 'still.json'), still);

describe('render --data', () => {
  const template = {
    ...still,
    scenes: [{ ...still.scenes[0], layers: [{ id: 't', type: 'text', text: 'Hi {{ name }}', color: '{{color}}' }] }],
  };
  write(join(cwd, 'card.json'), template);

  it('renders one result per row, with quoted values and a byte order mark', async () => {
    write(join(cwd, 'rows.csv'), '\uFEFFname,color\n"Ann, ""B""",#112233\n\n../Bob,#445566\n');
    const { code, stdout } = await called(
      ['render', 'card.json', '--data', 'rows.csv', '--out', 'cards/{row}-{name}.png'],
      { cwd },
    );
    expect(code).toBe(0);
    expect(stdout).toBe('cards/1-Ann_ _B_.png\ncards/2-_Bob.png\n');
    expect(readdirSync(join(cwd, 'cards')).sort()).toEqual(['1-Ann_ _B_.png', '2-_Bob.png']);
  });

  it('fills the named fields of a template from columns of the same name, and reports an invalid value', async () => {
    const named = (fields: object) => ({ id: 't', type: 'text', text: 'Somebody', ...fields });
    const layers = [
      named({ fieldNames: { content: 'Name', color: 'Ink' } }),
      { id: 'p', type: 'placeholder', fieldNames: { content: 'Photo' } },
    ];
    write(join(cwd, 'template.json'), { ...still, scenes: [{ id: 's', layers }] });
    write(join(cwd, 'rows.csv'), 'Name,Ink,Photo\nAnn,#112233,\nBob,inky,gone.png\n');
    const call = () => called(['render', 'template.json', '--data', 'rows.csv', '--out', 'made/{Name}.png'], { cwd });
    const refused = await call();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Row 2, column "Ink": "Ink" must be a color such as "#5969e2".');
    write(join(cwd, 'rows.csv'), 'Name,Photo\nBob,gone.png\n');
    expect((await call()).stderr).toContain('Row 1, column "Photo": "gone.png" does not exist.');
    write(join(cwd, 'rows.csv'), 'Name\nAnn\nBob\n');
    const again = await call();
    expect([again.code, again.stdout]).toEqual([0, 'made/Bob.png\n']);
    expect(again.stderr).toContain('2 rows: 1 done, 1 skipped as existing (--overwrite renders them again), 0 failed.');
    expect(readFileSync(join(cwd, 'made/Ann.png')).equals(readFileSync(join(cwd, 'made/Bob.png')))).toBe(false);
  });

  it('skips empty spreadsheet rows, and does not expand braces inside values', async () => {
    write(join(cwd, 'rows.csv'), 'name,color\n{{color}},#112233\n,\n"",\n Bob,#445566\n');
    const { stdout, stderr } = await called(
      ['render', 'card.json', '--data', 'rows.csv', '--out', 'braces/{row}-{name}.png'],
      { cwd },
    );
    expect([stdout, stderr.includes('2 rows: 2 done')]).toEqual(['braces/1-__color__.png\nbraces/2-Bob.png\n', true]);
    write(join(cwd, 'rows.csv'), `name,color\n${'x'.repeat(10_001)},#112233\n`);
    const refused = await called(['render', 'card.json', '--data', 'rows.csv', '--out', 'long.png'], { cwd });
    expect(refused.stderr).toContain('Row 1, column "name": "text" must have at most 10000 characters.');
  });

  it('names outputs by row by default', async () => {
    write(join(cwd, 'rows.csv'), `name,color\n${'x,#000000\n'.repeat(10)}`);
    const { stdout } = await called(['render', 'card.json', '--data', 'rows.csv', '--json'], { cwd });
    expect(
      JSON.parse(stdout).outputs.map(({ path, row }: { path: string; row: number }) => [path, row]),
    ).toContainEqual([join(cwd, 'card-07.png'), 7]);
  });

  it('keeps combining marks with their characters in a file name', async () => {
    const names = [
      '\u0939\u093f\u0928\u094d\u0926\u0940',
      '\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22\u0e35\u0e48',
      'q\u0323',
    ];
    write(join(cwd, 'marks.csv'), `title\n${names.join('\n')}\n`);
    const args = ['render', 'still.json', '--data', 'marks.csv', '--out', '{title}.png'];
    expect((await called(args, { cwd })).stdout).toBe(`${names.join('.png\n')}.png\n`);
  });

  it('shortens a long value in a file name between characters', async () => {
    write(join(cwd, 'long.csv'), `title\n${'\u6620\u753b'.repeat(44)}\u{1f600}\n`);
    const { code, stdout } = await called(['render', 'still.json', '--data', 'long.csv', '--out', '{title}.png'], {
      cwd,
    });
    expect(stdout).toMatch(/^[\u6620\u753b]{33}\.png\n$/);
    expect(code).toBe(0);
  });

  it('renders the other rows if one is invalid, and reports its row and column', async () => {
    write(join(cwd, 'rows.csv'), 'name;color\r\nA;#000000\r\nB;none of them\r\nC\r\n"=D;1";#ffffff\r\n');
    const call = (...more: string[]) =>
      called(['render', 'card.json', '--data', 'rows.csv', '--out', 'most/{row}.png', ...more], { cwd });
    const first = await call();
    expect([first.code, first.stdout]).toEqual([1, 'most/1.png\nmost/4.png\n']);
    expect(first.stderr).toContain(
      'card.json#/scenes/0/layers/0/color: Row 2, column "color": "color" must be a color',
    );
    expect(first.stderr).toContain('Row 3: This row has 1 value; the table has 2 columns.');
    expect(first.stderr).toContain('4 rows: 2 done, 2 failed.');
    write(join(cwd, 'rows.csv'), 'name,color,more\nA,#000000,x\nB,#123456,x\nC,#000000,x\nD,#ffffff,x\n');
    expect((await call()).stdout).toBe('most/2.png\nmost/3.png\n');
    const { stdout } = await call('--json');
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, outputs: [], there: [{ row: 1 }, {}, {}, {}] });
    expect((await call('--overwrite')).stdout.split('\n')).toHaveLength(5);
  });

  it('reads ten thousand rows, tabs, quoted line breaks and values that look like formulas', async () => {
    write(join(cwd, 'odd.tsv'), `name\tcolor\r\n"two\nlines"\t#000000\r\n${'=1+1\t#ffffff\r\n'.repeat(9_999)}`);
    const rows = await readRows(join(cwd, 'odd.tsv'), () => undefined);
    expect(rows).toHaveLength(10_000);
    expect(rows.map(({ values }) => values.get('name')).slice(0, 2)).toEqual(['two\nlines', '=1+1']);
    expect(rows.filter(({ problem }) => problem)).toEqual([]);
  });

  it.each([
    ['a quote inside of a value', Buffer.from('name,color\n5" pipe,#000000\n"Ann" & co,#000000\n')],
    [
      'the separator that Excel names',
      Buffer.from('\ufeffsep=;\r\nname;color\r\n5" pipe;#000000\r\n"Ann" & co;#000000\r\n'),
    ],
    ['what Excel writes as CSV', Buffer.from('name;color\r\nZo\xeb \x80;#000000\r\n', 'latin1')],
    ['what it calls Unicode text', Buffer.from('\ufeffname\tcolor\r\nZo\u00eb \u20ac\t#000000\r\n', 'utf16le')],
    // Unnamed columns are ignored.
    ['columns without a name', Buffer.from('name,color,,\nZo\u00eb \u20ac,#000000,,\n')],
  ])('reads %s', async (_name, bytes) => {
    writeFileSync(join(cwd, 'odd.csv'), bytes);
    const notes: string[] = [];
    const rows = await readRows(join(cwd, 'odd.csv'), (note) => notes.push(note));
    const names = rows.map(({ values, problem }) => problem ?? values.get('name'));
    expect([['5" pipe', '"Ann" & co'], ['Zo\u00eb \u20ac']]).toContainEqual(names);
    expect(rows.map(({ values }) => values.get('color'))).toEqual(names.map(() => '#000000'));
    expect(notes).toEqual(
      bytes.includes(0xeb) && !bytes.includes(0) ? [expect.stringContaining('Western European')] : [],
    );
  });

  it.runIf(process.env.CUTROOM_LONG)(
    'renders 499 results of 500 rows with one invalid row, then only the corrected one',
    async () => {
      const rows = Array.from({ length: 500 }, (_, i) => `Name ${i + 1},${i === 332 ? 'no color' : '#102030'}`);
      write(join(cwd, 'rows.csv'), `name,color\n${rows.join('\n')}\n`);
      const call = () => called(['render', 'card.json', '--data', 'rows.csv', '--out', 'many/{row}.png'], { cwd });
      const first = await call();
      expect(first.code).toBe(1);
      expect(first.stderr).toContain('Row 333, column "color"');
      expect(readdirSync(join(cwd, 'many'))).toHaveLength(499);
      write(join(cwd, 'rows.csv'), `name,color\n${rows.join('\n').replace('no color', '#405060')}\n`);
      expect((await call()).stdout).toBe('many/333.png\n');
    },
  );

  it.each([
    ['name\nA\n', '{row}.png', 2, 'no column "color"'],
    ['name,color\nA,#000\nB,#000\n', 'same.png', 2, 'Rows 1 and 2'],
    ['name,color\nA\n', '{row}.png', 1, 'Row 1: This row has 1 value'],
    // Case-insensitive disks treat them as one file.
    [
      'name,color\nAnn,#000000\nann,#000000\n',
      '{name}.png',
      2,
      'Ann.png and ann.png, which are the same file on some disks',
    ],
    ['name,color\nZo\u00eb,#000000\nZoe\u0308,#000000\n', '{name}.png', 2, 'Rows 1 and 2'],
    ['name,color\n', '{row}.png', 1, 'no row'],
    ['name,color,name\nA,#000,B\n', '{row}.png', 1, 'Two columns are called "name"'],
    ['name,color\nA,#000\n"B,#000\nC,#000\n', '{row}.png', 1, 'A quote that row 2 opens is never closed.'],
    ['PK\u0003\u0004\0\0\0\0', '{row}.png', 1, 'This is not a table as text. Save it as CSV first.'],
  ])('rejects the table %j', async (table, out, expected, sentence) => {
    writeFileSync(join(cwd, 'rows.csv'), table);
    const { code, stderr } = await called(['render', 'card.json', '--data', 'rows.csv', '--out', out], { cwd });
    expect(code).toBe(expected);
    expect(stderr).toContain(sentence);
  });
});
