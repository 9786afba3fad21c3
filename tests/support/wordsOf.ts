import { type ESTree, parseSync } from 'vite';
import { textOf } from './sources.ts';

/** A comment, text or test title of a source file. */
export interface Words {
  file: string;
  /** Line of its start, from 1. */
  line: number;
  text: string;
}

/** Returns the comments of a TypeScript or JavaScript file, without code, types and names of parameters. */
export function commentsOf(file: string, source = textOf(file)): Words[] {
  return parsed(file, source).comments.map(({ start, value }) => ({
    file,
    line: lineAt(source, start),
    text: value
      .replace(/`[^`]*`|\{[^}]*\}|@param\s+(\{[^}]*\}\s*)?\[?[\w.]+(=[^\]]*)?\]?(,\s*[\w.]+)*|@\w+/g, ' ')
      .replace(/\s*\n\s*\*?\s*/g, ' '),
  }));
}

/** Returns the strings of a file that contain several words; each expression in a template becomes "…". */
export function stringsOf(file: string, source = textOf(file)): Words[] {
  const found: Words[] = [];
  visit(parsed(file, source).program, (node) => {
    const text = textIn(node);
    if (text !== undefined && /[a-z]{2}\s+\S*[a-z]{2}/i.test(text))
      found.push({ file, line: lineAt(source, node.start), text });
    return /^(Import|Export(All|Named))/.test(node.type) && 'source' in node && node.source !== null;
  });
  return found;
}

/** Returns the titles of the tests and groups of a test file. */
export function titlesOf(file: string, source = textOf(file)): Words[] {
  const found: Words[] = [];
  visit(parsed(file, source).program, (node) => {
    if (node.type !== 'CallExpression' || !/^(it|test|describe)$/.test(rootOf(node.callee))) return false;
    const title = node.arguments[0] && textIn(node.arguments[0]);
    if (title) found.push({ file, line: lineAt(source, node.start), text: title });
    return false;
  });
  return found;
}

function parsed(file: string, source: string) {
  return parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : file.endsWith('.mjs') ? 'js' : 'ts' });
}

/** Calls `see` for a node and all nodes below it, unless `see` returns true. */
function visit(node: ESTree.Node, see: (node: ESTree.Node) => boolean): void {
  if (see(node)) return;
  for (const value of Object.values(node).flat()) {
    if (typeof value === 'object' && value !== null && 'type' in value) visit(value as ESTree.Node, see);
  }
}

function textIn(node: ESTree.Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'JSXText') return node.value;
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked).join('…') : undefined;
}

/** The identifier that a call starts with: `it` in `it.skipIf(x).each(y)('…')`. */
function rootOf(callee: ESTree.Node): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return rootOf(callee.object);
  if (callee.type === 'CallExpression') return rootOf(callee.callee);
  return callee.type === 'TaggedTemplateExpression' ? rootOf(callee.tag) : '';
}

function lineAt(source: string, at: number): number {
  return source.slice(0, at).split('\n').length;
}
