import { expect, it } from 'vitest';
import { UsageError } from '../../cli/output.ts';
import { assignedValue } from '../../cli/setValue.ts';

const text = JSON.stringify({ width: 64, scenes: [{ id: 's' }] });

it.each([
  ['__proto__.polluted=1', 'is not allowed'],
  ['/constructor/prototype/x=1', 'is not allowed'],
  ['scenes.4.duration=1', 'there is no item 4'],
  ['width.deep=1', 'neither an object nor a list'],
  ['nothing', 'path=value'],
])('rejects --set %s', (assignment, sentence) => {
  const assign = () => assignedValue(text, [assignment]);
  expect(assign).toThrow(UsageError);
  expect(assign).toThrow(sentence);
});
