import type { ESTree } from 'vite';

/** Placeholder for a value in a sentence. */
export const HOLE = '\ue000';
/** Placeholder for an element. */
export const ELEMENT = '\ue001';

/** Maximum number of variants of a sentence; beyond it, the varying part becomes a hole. */
const MOST_WAYS = 16;

/** The text of an expression: all variants, with holes, and the nested expressions that are not part of it. */
export interface Sentence {
  ways: string[];
  rest: ESTree.Node[];
}

/** Reads an expression as text. @param node of any kind; anything but text is a hole. */
export function sentenceOf(node: ESTree.Node): Sentence {
  switch (node.type) {
    case 'Literal':
      if (typeof node.value === 'string' || typeof node.value === 'number') return plain(String(node.value));
      return node.value === null || typeof node.value === 'boolean' ? plain('') : hole(node);
    case 'TemplateLiteral':
      return joined(
        node.quasis.flatMap((part, index) => {
          const value = node.expressions[index];
          return [plain(part.value.cooked ?? ''), ...(value ? [sentenceOf(value)] : [])];
        }),
      );
    case 'BinaryExpression':
      return isText(node) ? joined([sentenceOf(node.left), sentenceOf(node.right)]) : hole(node);
    case 'ConditionalExpression': {
      const { ways, rest } = either([sentenceOf(node.consequent), sentenceOf(node.alternate)]);
      return { ways, rest: [node.test, ...rest] };
    }
    case 'LogicalExpression': {
      if (node.operator === '&&') return withRest(either([plain(''), sentenceOf(node.right)]), node.left);
      return either([sentenceOf(node.left), sentenceOf(node.right)]);
    }
    case 'Identifier':
      return node.name === 'undefined' ? plain('') : hole(node);
    case 'ParenthesizedExpression':
      return sentenceOf(node.expression);
    case 'CallExpression':
      return elementOf(node) ? { ways: [ELEMENT], rest: [node] } : hole(node);
    default:
      return hole(node);
  }
}

/** Returns type and props of an element, if the node creates one. */
export function elementOf(node: ESTree.Node): { type: ESTree.Node; props: ESTree.Node } | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || !/^jsxs?\d*$/.test(node.callee.name))
    return;
  const [type, props] = node.arguments;
  return type && props && { type, props };
}

/** Whether an addition concatenates strings. */
function isText(node: ESTree.Node): boolean {
  if (node.type === 'BinaryExpression') return node.operator === '+' && (isText(node.left) || isText(node.right));
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

/** Concatenates sentences, like the children of an element. */
export function joined(parts: readonly Sentence[]): Sentence {
  let ways = [''];
  for (const part of parts) {
    const isTooMuch = ways.length * part.ways.length > MOST_WAYS;
    const next = isTooMuch ? [HOLE] : part.ways;
    ways = ways.flatMap((before) => next.map((after) => before + after));
  }
  return { ways, rest: parts.flatMap(({ rest }) => rest) };
}

function plain(text: string): Sentence {
  return { ways: [text], rest: [] };
}

function hole(node: ESTree.Node): Sentence {
  return { ways: [HOLE], rest: [node] };
}

function either(parts: readonly Sentence[]): Sentence {
  return { ways: [...new Set(parts.flatMap(({ ways }) => ways))], rest: parts.flatMap(({ rest }) => rest) };
}

function withRest({ ways, rest }: Sentence, node: ESTree.Node): Sentence {
  return { ways, rest: [node, ...rest] };
}
