/** How a browser is started. */
export interface EngineLook {
  /** Its pages are asked for in dark colors. Default false. */
  isDark?: boolean;
}

/** What a test can do with a page of any browser engine. */
export interface EnginePage {
  /** What went wrong in it: errors and warnings of the console, and errors that nobody caught. */
  readonly complaints: string[];
  /** Opens an address and waits until it is loaded. */
  open(address: string): Promise<void>;
  /** Runs a function of no surroundings in the page. @returns what it gives, as JSON has it. */
  run<T, Given extends unknown[]>(work: (...given: Given) => T | Promise<T>, ...given: Given): Promise<T>;
  /** Presses a control as a person does, once it is there, in sight and enabled. */
  click(wanted: Control): Promise<void>;
  /** Gives files of this machine to the field that takes them, once it is there. @param files absolute paths. */
  choose(...files: string[]): Promise<void>;
  /** Types letters where the focus is. */
  type(text: string): Promise<void>;
  /** Presses a key by its name as events have it, such as Escape or PageDown. */
  press(key: string): Promise<void>;
  /** Gives the page another size, CSS pixels. */
  size(width: number, height: number): Promise<void>;
  /** A picture of the window, PNG. */
  picture(): Promise<Uint8Array>;
  /** Waits until a function in the page gives anything but false, null or ''. @throws after TIMEOUT_MS. */
  until<T, Given extends unknown[]>(
    work: (...given: Given) => T | Promise<T>,
    ...given: Given
  ): Promise<Exclude<T, false | null | ''>>;
}

/** A control by the beginning of its accessible name. `role` default button; `at` which of several, default 0. */
export interface Control {
  role?: 'button' | 'link' | 'field' | 'tab' | 'radio';
  name: string;
  at?: number;
}

/** What an engine's client gives. */
export type Driver = Omit<EnginePage, 'until'>;

/** How long something may take on a busy machine, milliseconds. */
export const TIMEOUT_MS = 90_000;
/** How often is looked, milliseconds. */
const LOOK_MS = 60;

/** Adds to a driver what is the same in all. */
export function enginePage(driver: Driver): EnginePage {
  const { click, choose } = driver;
  return Object.assign(driver, {
    click: (wanted: Control) => untilDone(() => click.call(driver, wanted)),
    choose: (...files: string[]) => untilDone(() => choose.apply(driver, files)),
    until: <T, Given extends unknown[]>(work: (...given: Given) => T | Promise<T>, ...given: Given) =>
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

/** Runs in the page. @returns the control, where it can be pressed. @throws where it is not there (yet). */
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

/** Runs in the page. @returns the field that takes files. */
export function findFileField(): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!found) throw new Error('There is no field for files.');
  return found;
}
