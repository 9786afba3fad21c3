import { useEffect } from 'react';
import type { Tool } from '../../engine/tools/tool.ts';
import { redoDraft, undoDraft } from './drafts.ts';

/** Binds Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y, except in text fields, which have their own undo. */
export function useUndoKeys({ id }: Pick<Tool, 'id'>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isText(target)) return;
      const isRedo = key.toLowerCase() === 'y' || (key.toLowerCase() === 'z' && event.shiftKey);
      if (!isRedo && key.toLowerCase() !== 'z') return;
      event.preventDefault();
      if (isRedo) redoDraft({ id });
      else undoDraft({ id });
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [id]);
}

function isText(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !['range', 'radio', 'checkbox', 'color'].includes(target.type);
}
