const KEY = 'cutroom-owner';

function read(): string {
  try {
    const found = localStorage.getItem(KEY) ?? '';
    return /^\w{8,64}$/.test(found) ? found : '';
  } catch {
    return '';
  }
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
