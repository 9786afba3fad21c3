import { CloudAlert, CloudUpload, EyeOff } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { TARGET_ATTRIBUTE } from '../../../engine/browser/gestures/bindPointer.ts';
import { mediaTable } from '../../media/mediaTable.ts';
import { cancelWork } from '../../media/serverWork.ts';
import { isBeingMade } from '../../media/stills.ts';
import { type Badge, badgeOf, gatherBadges } from './badges.ts';
import { scaledBox } from './screenBox.ts';
import type { ShownLayer } from './stageLayers.ts';

/**
 * Badges over layers with the state of their files: upload progress, server work, and formats that cannot be shown
 * here. Many of one kind become a single badge in the corner.
 */
export function UploadBadges({ layers, scale }: { layers: readonly ShownLayer[]; scale: number }) {
  const { byUrl, busy, proxies } = useSnapshot(mediaTable);
  const urls = new Set<string>();
  const found = layers.flatMap(({ layer, box }) => {
    const url = 'url' in layer ? layer.url : '';
    if (urls.has(url)) return [];
    urls.add(url);
    const { x, y } = scaledBox(box, scale);
    const place = { x: Math.max(0, x), y: Math.max(0, y) };
    return badgeOf(url, place, { entry: byUrl[url], busy: busy[url], light: proxies[url] }) ?? [];
  });
  const files = [...urls].flatMap((url) => byUrl[url] ?? []);
  const badges = gatherBadges(found, files);
  const canCancel = (url: string) => busy[url] !== undefined || isBeingMade(proxies[url]);
  const show = (badge: Badge) => (
    <BadgeView key={`${badge.kind} ${badge.urls[0]}`} badge={badge} cancellable={badge.urls.filter(canCancel)} />
  );
  const gathered = badges.filter(({ place }) => place === undefined);
  return (
    <>
      {badges.filter(({ place }) => place !== undefined).map(show)}
      {gathered.length > 0 && <div className="stage-badges">{gathered.map(show)}</div>}
    </>
  );
}

const icons = { busy: CloudUpload, upload: CloudUpload, unshown: EyeOff, refused: CloudAlert };

function BadgeView({ badge, cancellable }: { badge: Badge; cancellable: readonly string[] }) {
  const { kind, words, name, place, percent } = badge;
  const Icon = icons[kind];
  const progress = { role: 'progressbar', 'aria-label': `Uploading ${name}`, 'aria-valuenow': percent };
  return (
    <span
      className={`stage-badge${kind === 'refused' ? ' is-bad' : ''}`}
      style={place && { left: place.x, top: place.y }}
      {...(kind === 'upload' ? progress : kind === 'busy' ? { role: 'status' } : {})}
    >
      <Icon aria-hidden="true" />
      {kind === 'upload' ? <span className="numbers">{words}</span> : words}
      {cancellable.length > 0 && (
        <button
          type="button"
          className="text-button"
          {...{ [TARGET_ATTRIBUTE]: 'none' }}
          onClick={() => cancellable.forEach(cancelWork)}
        >
          Cancel
        </button>
      )}
    </span>
  );
}
