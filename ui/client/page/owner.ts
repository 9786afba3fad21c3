const KEY = 'cutroom-owner';
/** Storage key of accounts that were deleted here, newest last. */
const GONE = 'cutroom-gone-accounts';

function readOwner(): string {
  try {
    const found = localStorage.getItem(KEY) ?? '';
    return /^\w{8,64}$/.test(found) ? found : '';
  } catch {
    return '';
  }
}

function readGone(): string[] {
  return (localStorage.getItem(GONE) ?? '').split(' ').filter((id) => /^\w{8,64}$/.test(id));
}

/** Records that an account was deleted, so that data its other tabs still write is removed on the next page load. */
export function forgetOwner(id: string): void {
  localStorage.setItem(GONE, [...readGone(), id].slice(-9).join(' '));
}

try {
  for (const id of readGone())
    for (const place of [localStorage, sessionStorage])
      for (const name of Object.keys(place)) if (name.includes(`@${id}`)) place.removeItem(name);
} catch {
  // Storage is not accessible.
}

/**
 * Id of the signed-in account whose work this browser shows; '' for none. Constant for the lifetime of the page, so
 * that data of two accounts is never mixed.
 */
export const owner = readOwner();

/** Returns a storage name for this owner. */
export function ownName(name: string): string {
  return owner === '' ? name : `${name}@${owner}`;
}

/**
 * Sets the owner from the next page load on. @param id '' for none.
 * @returns whether it differs from this page's owner.
 */
export function setOwner(id: string): boolean {
  try {
    if (id === '') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, id);
  } catch {
    // Without storage, there is never an owner.
  }
  return readOwner() !== owner;
}

/** Reloads the page when another tab signs in or out, or did so while this page was in the back/forward cache. */
export function watchOwner(): void {
  const check = () => {
    if (readOwner() !== owner) location.reload();
  };
  addEventListener('storage', ({ key }) => {
    if (key === KEY) check();
  });
  addEventListener('pageshow', check);
}
