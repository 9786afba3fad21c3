export { outputRate, perSecond, type Rate } from '../../engine/timeline/frameRate.ts';
