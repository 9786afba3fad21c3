/** Response of the preview to a control of a tool's page. */
export interface Answer {
  control: string;
  /** Frames and milliseconds until the preview was redrawn. */
  frames: number;
  ms: number;
}

/** Runs in a page before its scripts: records when something is drawn on the preview's canvas. */
export function watchDrawing(): void {
  const page = window as unknown as { drawnAt: number };
  page.drawnAt = 0;
  const watch = (kind: object, names: readonly string[]) => {
    const methods = kind as Record<string, (...args: unknown[]) => unknown>;
    for (const name of names) {
      const plain = methods[name];
      methods[name] = function (this: { canvas: unknown }, ...args: unknown[]) {
        const isShown = this.canvas instanceof HTMLElement && this.canvas.closest('.tool-sheet');
        if (isShown) page.drawnAt = performance.now();
        return plain?.apply(this, args);
      };
    }
  };
  watch(WebGL2RenderingContext.prototype, ['drawArrays', 'drawElements', 'drawArraysInstanced', 'clear']);
  watch(CanvasRenderingContext2D.prototype, ['drawImage', 'clearRect', 'fillRect', 'fill']);
}

/** Runs in a tool's page: changes every control once. @returns the responses of those that change the preview. */
export async function changeEach(): Promise<Answer[]> {
  const page = window as unknown as { drawnAt: number };
  /** Maximum wait for a response, in frames; and wait for follow-up work, such as a seek, in milliseconds. */
  const [most, rest] = [30, 400];
  const frame = () => new Promise(requestAnimationFrame);
  const nameOf = (control: HTMLElement) =>
    (control.getAttribute('aria-label') ?? (control as HTMLInputElement).labels?.[0]?.textContent ?? '').slice(0, 30);
  const press = (control: HTMLElement, key: string) =>
    control.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const write = (control: HTMLInputElement | HTMLTextAreaElement, value: string) => {
    // React overrides the setter, so the native one is called.
    const { prototype } = control.constructor as { prototype: object };
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const change = (control: HTMLElement) => {
    if (control.getAttribute('role') === 'slider')
      return press(control, control.matches('.is-end') ? 'ArrowLeft' : 'ArrowRight');
    if (control instanceof HTMLSelectElement) {
      control.selectedIndex = (control.selectedIndex + 1) % control.options.length;
      return control.dispatchEvent(new Event('change', { bubbles: true }));
    }
    if (control instanceof HTMLTextAreaElement) return write(control, `${control.value}x`);
    if (!(control instanceof HTMLInputElement) || ['radio', 'checkbox'].includes(control.type)) return control.click();
    if (control.closest('.time-field'))
      return press(control, control.labels?.[0]?.textContent === 'End' ? 'ArrowDown' : 'ArrowUp');
    const { type, value, min, max } = control;
    if (type === 'range') return write(control, String((Number(min) + Number(max)) / 2));
    if (type === 'color') return write(control, '#ff8800');
    // Some texts need a minimum length.
    return write(control, /^[\d.]+$/.test(value) ? String(Number(value) + 1) : `${value} words`);
  };
  const controls = ':is(input:not([type=file], :checked), select, textarea, [role=switch], [role=slider])';
  for (const folded of document.querySelectorAll('details')) folded.open = true;
  const answers: Answer[] = [];
  for (const control of document.querySelectorAll<HTMLElement>(`:is(.tool-side, .tool-work) ${controls}`)) {
    if (!control.isConnected || (control as HTMLInputElement).disabled) continue;
    await frame();
    const begun = performance.now();
    change(control);
    let frames = 0;
    for (; page.drawnAt < begun && frames < most; frames += 1) await frame();
    if (page.drawnAt >= begun) answers.push({ control: nameOf(control), frames, ms: page.drawnAt - begun });
    await new Promise((resolve) => setTimeout(resolve, rest));
  }
  return answers;
}
