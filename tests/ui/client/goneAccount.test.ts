import { expect, it, vi } from 'vitest';

it('deletes leftover data of a deleted account on the next page load and keeps the data of others', async () => {
  const { forgetOwner } = await import('../../../ui/client/page/owner.ts');
  forgetOwner('gone1234');
  for (const place of [localStorage, sessionStorage]) {
    for (const name of ['state@gone1234', 'cutroom-table@gone1234', 'state@other567', 'state'])
      place.setItem(name, 'x');
  }
  vi.resetModules();
  await import('../../../ui/client/page/owner.ts');
  for (const place of [localStorage, sessionStorage]) {
    expect(Object.keys(place).filter((name) => name.includes('gone1234'))).toEqual([]);
    expect([place.getItem('state@other567'), place.getItem('state')]).toEqual(['x', 'x']);
  }
});
