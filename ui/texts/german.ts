import { speak } from '../client/page/t.ts';
import sentences from './de.json';
import { translation } from './translation.ts';

speak(translation('de', sentences));
