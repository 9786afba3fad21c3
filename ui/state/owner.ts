const KEY = 'cutroom-owner';
/** Accounts that were deleted here, the newest last. */
const GONE = 'cutroom-gone-accounts';

function read(): string {
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

/** Notes that an account is gone for good: what other tabs of it still write on their way out goes as the next page begins. */
export function forgetOwner(id: string): void {
  localStorage.setItem(GONE, [...readGone(), id].slice(-9).join(' '));
}

try {
  for (const id of readGone())
    for (const place of [localStorage, sessionStorage])
      for (const name of Object.keys(place)) if (name.includes(`@${id}`)) place.removeItem(name);
} catch {
  // Nothing is stored, then.
}

/**
 * Whose work this browser shows: the id of the account that is signed in; '' for nobody's. It stays the same as long as the
 * page: what one has stored is never another's.
 */
export const owner = read();

/** The name under which this owner's things are stored here. */
export function ownName(name: string): string {
  return owner === '' ? name : `${name}@${owner}`;
}

/**
 * Shows somebody else's work from the next page on. @param id '' for nobody's.
 * @returns whether that is another one than this page's.
 */
export function setOwner(id: string): boolean {
  try {
    if (id === '') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, id);
  } catch {
    // Then everybody's is nobody's.
  }
  return read() !== owner;
}

/** Begins the page anew when somebody signs in or out in another tab, or did while this page lay in the browser's history. */
export function watchOwner(): void {
  const check = () => {
    if (read() !== owner) location.reload();
  };
  addEventListener('storage', ({ key }) => {
    if (key === KEY) check();
  });
  addEventListener('pageshow', check);
}
