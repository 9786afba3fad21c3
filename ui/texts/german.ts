import sentences from './de.json';
import { speak } from './t.ts';
import { translation } from './translation.ts';

speak(translation('de', sentences));
