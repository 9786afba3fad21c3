import { Search } from 'lucide-react';
import { openPalette } from '../../app/paletteCommand.ts';
import { place } from '../../app/place.ts';
import { screenOf } from '../../app/screens.ts';
import { cropping, endCropping } from '../crop/croppingState.ts';
import { goTo, leaveLayer } from '../state/go.ts';
import { redoChange, selectedIds, selectLayer, studio, undoChange } from '../state/studio.ts';
import { endWriting } from '../state/writing.ts';
import { actionTable } from './action.ts';

/** Undo and redo. */
export const historyActions = actionTable({
  undo: { title: 'Undo', group: 'Editor', keys: ['mod+z'], run: undoChange, repeats: true, isForPanels: true },
  redo: {
    ...{ title: 'Redo', group: 'Editor', keys: ['mod+shift+z', 'mod+y'] },
    run: redoChange,
    repeats: true,
    isForPanels: true,
  },
});

/** Actions of the editor itself. */
export const editorActions = actionTable({
  // What Escape does depends on what is open, so the palette does not offer it.
  goBack: { title: 'Deselect, close, go back', group: 'Editor', keys: ['esc'], run: goBack, isUnlisted: true },
  // Every page binds this key.
  search: {
    title: 'Search everything',
    hint: 'Find every action, screen, project and tool by name.',
    ...{ icon: Search, group: 'Editor', keys: ['mod+k'] },
    whenPressed: () => false,
    run: openPalette,
    isUnlisted: true,
  },
  showShortcuts: { title: 'Show this list', group: 'Editor', keys: ['?'], opens: 'shortcuts' },
});

function goBack(): void {
  const hasLayers = selectedIds().length > 0;
  if (studio.writingLayerId !== null) endWriting();
  else if (cropping.layerId !== null) endCropping();
  else if (hasLayers && screenOf(place.screen)?.isAllScenes) selectLayer(null);
  else if (hasLayers) leaveLayer();
  else if (place.screen !== '') goTo('');
}
