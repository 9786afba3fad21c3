import { createRoot } from 'react-dom/client';
import { listCommands } from './commands.ts';
import { keepRecent, Palette } from './Palette.tsx';

let close: (() => void) | undefined;

/** Opens the palette over everything, including dialogs; closes it if it is open. */
export async function togglePalette(): Promise<void> {
  if (close) return close();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  close = () => {
    close = undefined;
    root.unmount();
    place.remove();
  };
  // Available commands depend on the focus, which the palette takes.
  const now = listCommands();
  root.render(
    <Palette
      listed={now}
      onClose={() => close?.()}
      onChoose={(command) => {
        close?.();
        keepRecent(command.id);
        command.run();
      }}
    />,
  );
}
