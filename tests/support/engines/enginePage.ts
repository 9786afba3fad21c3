/** Options for starting a browser. */
export interface EngineLook {
  /** Whether pages are requested in dark mode. Default false. */
  isDark?: boolean;
}

/** Controls a page in any browser engine. */
export interface EnginePage {
  /** Console errors and warnings, and uncaught errors. */
  readonly complaints: string[];
  /** Opens an address and waits until it is loaded. */
  open(address: string): Promise<void>;
  /** Runs a self-contained function in the page. @returns its result, serialized as JSON. */
  run<T, Args extends unknown[]>(work: (...args: Args) => T | Promise<T>, ...given: Args): Promise<T>;
  /** Clicks a control like a user, once it is present, visible and enabled. */
  click(control: Control): Promise<void>;
  /** Chooses local files in the file input, once it is present. @param files absolute paths. */
  choose(...files: string[]): Promise<void>;
  /** Types text into the focused element. */
  type(text: string): Promise<void>;
  /** Presses a key, named as in events, such as Escape or PageDown. */
  press(key: string): Promise<void>;
  /** Resizes the page, in CSS pixels. */
  size(width: number, height: number): Promise<void>;
  /** Takes a screenshot as PNG. */
  picture(): Promise<Uint8Array>;
  /** Waits until a function in the page returns anything but false, null or ''. @throws after TIMEOUT_MS. */
  until<T, Args extends unknown[]>(
    work: (...args: Args) => T | Promise<T>,
    ...args: Args
  ): Promise<Exclude<T, false | null | ''>>;
}

/** A control by the start of its accessible name. `role` defaults to button; `at` is its index, default 0. */
export interface Control {
  role?: 'button' | 'link' | 'field' | 'tab' | 'radio';
  name: string;
  at?: number;
}

/** What a client of an engine implements. */
export type Driver = Omit<EnginePage, 'until'>;

/** Maximum duration of an action on a busy machine, in milliseconds. */
export const TIMEOUT_MS = 90_000;
/** Polling interval, in milliseconds. */
const LOOK_MS = 60;

/** Adds the common parts to a driver. */
export function enginePage(driver: Driver): EnginePage {
  const { click, choose } = driver;
  return Object.assign(driver, {
    click: (control: Control) => untilDone(() => click.call(driver, control)),
    choose: (...files: string[]) => untilDone(() => choose.apply(driver, files)),
    until: <T, Args extends unknown[]>(work: (...args: Args) => T | Promise<T>, ...given: Args) =>
      untilDone(async () => {
        const found = await driver.run(work, ...given);
        if (found === false || found === null || found === undefined || found === '')
          throw new Error(`Not yet: ${work} ${given}`);
        return found as Exclude<T, false | null | ''>;
      }),
  });
}

async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + TIMEOUT_MS; ; ) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
}

/** Runs in the page. @returns the control, if it can be clicked. @throws if it is missing or disabled. */
export function findControl({ role = 'button', name, at = 0 }: Control): HTMLElement {
  const selectors = {
    button: 'button, [role="button"], summary, label:has(input[type="file"])',
    link: 'a[href]',
    field: 'input, textarea, select, [contenteditable="true"], [role="textbox"]',
    tab: '[role="tab"]',
    radio: '[role="radio"], input[type="radio"]',
  };
  const nameOf = (element: HTMLElement) =>
    element.getAttribute('aria-label') ??
    (element as HTMLInputElement).labels?.[0]?.textContent ??
    (element.textContent || element.title);
  const found = [...document.querySelectorAll<HTMLElement>(selectors[role])].filter(
    (element) =>
      nameOf(element).replaceAll(/\s+/g, ' ').trim().startsWith(name) &&
      element.getClientRects().length > 0 &&
      getComputedStyle(element).visibility === 'visible',
  )[at];
  if (!found) throw new Error(`There is no ${role} ${name}.`);
  if (found.matches(':disabled, [aria-disabled="true"]')) throw new Error(`${name} is disabled.`);
  found.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return found;
}

/** Runs in the page. @returns the file input. */
export function findFileField(): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!found) throw new Error('There is no field for files.');
  return found;
}
