import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { transformSync } from 'esbuild';
import { globSync } from 'tinyglobby';
import { type ESTree, parseAst } from 'vite';
import { elementOf, HOLE, joined, type Sentence, sentenceOf } from './sentences.ts';
import { files, noTexts, notShown, seen, unseen } from './textPlaces.ts';

/** A text of the interface and where it occurs. */
export interface Found {
  /** As in the catalogue, with placeholders {0}, {1} … */
  key: string;
  file: string;
  /** What contains it: "children" of an element, "prop title", "property label", "call showNote" … */
  context: string;
}

/**
 * Returns every text that a user may see: in elements, their names and titles, and texts shown elsewhere. @param root
 * of the sources
 */
export function textsOf(root: string): Found[] {
  const paths = globSync(files, { cwd: root, ignore: notShown }).toSorted();
  return paths.flatMap((file) => new Reader(file).read(readFileSync(resolve(root, file), 'utf8')));
}

/** Reads the texts of one file. */
class Reader {
  readonly #file: string;
  readonly #found: Found[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  read(source: string): Found[] {
    const { code } = transformSync(source, { loader: this.#file.endsWith('x') ? 'tsx' : 'ts', jsx: 'automatic' });
    this.#visit(parseAst(code) as ESTree.Node, 'other');
    return this.#found;
  }

  #visit(node: ESTree.Node, context: string): unknown {
    if (/^(Import|ExportAll)/.test(node.type)) return;
    if (isText(node)) return this.#add(sentenceOf(node), context);
    switch (node.type) {
      case 'BinaryExpression':
        return this.#each([node.left, node.right], 'compared');
      case 'ExportNamedDeclaration':
        return this.#each([node.declaration], 'other');
      case 'CallExpression':
        return this.#call(node);
      case 'NewExpression':
        return this.#each(node.arguments, `new ${nameOf(node.callee)}`);
      case 'Property':
        return this.#visit(node.value, `property ${keyOf(node.key)}`);
      case 'MemberExpression':
        return this.#visit(node.object, 'other');
      case 'SwitchCase':
        return this.#each(node.consequent, 'other');
      case 'ArrayExpression':
        return this.#each(node.elements, context.startsWith('property') ? context : 'array');
      case 'SpreadElement':
        return this.#visit(node.argument, context);
      default:
        return this.#each(Object.values(node).flat(), node.type === 'ReturnStatement' ? 'return' : 'other');
    }
  }

  #each(values: readonly unknown[], context: string): void {
    for (const value of values) if (isNode(value)) this.#visit(value, context);
  }

  #call(node: ESTree.CallExpression): unknown {
    const element = elementOf(node);
    if (element) return this.#element(element.props);
    const name = nameOf(node.callee);
    if (name === 'countInWords') return this.#count(node);
    this.#visit(node.callee, 'other');
    this.#each(node.arguments, `call ${name}`);
  }

  #element(props: ESTree.Node): unknown {
    if (props.type !== 'ObjectExpression') return this.#visit(props, 'other');
    for (const one of props.properties) {
      if (one.type === 'SpreadElement') this.#visit(one.argument, 'other');
      else if (keyOf(one.key) !== 'children') this.#visit(one.value, `prop ${keyOf(one.key)}`);
      else if (one.value.type !== 'ArrayExpression') this.#visit(one.value, 'children');
      else this.#add(joined(one.value.elements.filter((child) => child !== null).map(sentenceOf)), 'children');
    }
  }

  /** "1 scene", "2 scenes". */
  #count({ arguments: [number, one, many] }: ESTree.CallExpression): void {
    const ones = one ? sentenceOf(one).ways : [];
    const manies = many ? sentenceOf(many).ways : ones.map((word) => `${word}s`);
    this.#add(
      { ways: [...ones, ...manies].map((word) => `${HOLE} ${word}`), rest: number ? [number] : [] },
      'children',
    );
  }

  #add({ ways, rest }: Sentence, context: string): void {
    for (const way of ways) {
      const text = { key: numbered(way), file: this.#file, context };
      if (isShown(text)) this.#found.push(text);
    }
    this.#each(rest, 'other');
  }
}

/** Whether an expression is a text, in one or several variants. */
function isText(node: ESTree.Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string';
  if (node.type === 'BinaryExpression') return sentenceOf(node).ways[0] !== HOLE;
  return ['TemplateLiteral', 'ConditionalExpression', 'LogicalExpression'].includes(node.type);
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function nameOf(callee: ESTree.Node): string {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' ? keyOf(callee.property) : '';
}

function keyOf(key: ESTree.Node): string {
  if (key.type === 'Identifier' || key.type === 'PrivateIdentifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : '';
}

/** Formats a sentence as in the catalogue: numbered holes, without surrounding space and elements. */
function numbered(way: string): string {
  let count = 0;
  return way
    .replace(/^[\s\ue001]+|[\s\ue001]+$/g, '')
    .replace(/(?<!\{)\{[a-z]\w*\}(?!\})/g, HOLE)
    .replace(/[\ue000\ue001]/g, () => `{${count++}}`)
    .replace(/\s+/g, ' ');
}

/** Whether a user sees it: by its context, or else by its form. */
function isShown({ key, file, context }: Found): boolean {
  const words = key.replace(/\{\d\}/g, '');
  if (!/\p{L}/u.test(words) || unseen.test(context) || noTexts.has(key)) return false;
  if (file.startsWith('fixtures/')) return /^(property (name|about|title)|call (field|tint))$/.test(context);
  if (file.startsWith('api/') && !file.startsWith('api/contract/')) {
    if (/^property (summary|description|text)$/.test(context)) return false;
    if (/^(new Error|other|array)$/.test(context) && !/^[\p{Lu}{].*\.$/u.test(key)) return false;
  }
  return seen.test(context) || looksLikeText(key.replace(/\{\d\}|\d+/g, 'nn'));
}

/** Whether it has several words or starts with a capital, and is no selector, path or formula. */
function looksLikeText(text: string): boolean {
  const isCode =
    /[;<>=|$]|^[./#@-]|https?:|^[\w-]+\/[\w/-]+$|\w\(|^\(|^[A-Z][a-z]+[A-Z]\w*$|^M ?nn|^nn?px|nn\[|^\S*[+:]nn|:id/.test(
      text,
    );
  return (!isCode || /[.?!]$/.test(text)) && /\p{L}{2}.*\s.*\p{L}{2}|^\p{Lu}\p{Ll}/su.test(text);
}
