import { CloudAlert, CloudUpload, EyeOff } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { mediaTable } from '../../media/mediaTable.ts';
import { unshownWords } from '../../media/stills.ts';
import { scaledBox } from './screenBox.ts';
import type { ShownLayer } from './stageLayers.ts';

/** What is to be known of the file of a layer, over the layer: how far it has travelled, what the server does with it, and that it cannot be seen here. */
export function UploadBadges({ layers, scale }: { layers: readonly ShownLayer[]; scale: number }) {
  const { byUrl, busy, proxies } = useSnapshot(mediaTable);
  return layers.map(({ id, layer, box }) => {
    const url = 'url' in layer ? layer.url : '';
    const entry = byUrl[url];
    const { x, y } = scaledBox(box, scale);
    const style = { left: Math.max(0, x), top: Math.max(0, y) };
    if (busy[url] !== undefined) {
      return (
        <span key={id} className="stage-badge" style={style} role="status">
          <CloudUpload aria-hidden="true" />
          {busy[url]}
        </span>
      );
    }
    if (!entry || (entry.shown && entry.state !== 'uploading' && entry.state !== 'failed')) return null;
    if (entry.state === 'failed') {
      return (
        <span key={id} className="stage-badge is-bad" style={style}>
          <CloudAlert aria-hidden="true" />
          Not uploaded yet
        </span>
      );
    }
    if (entry.state !== 'uploading') {
      return (
        <span key={id} className="stage-badge" style={style}>
          <EyeOff aria-hidden="true" />
          {unshownWords(entry, proxies[entry.url])}
        </span>
      );
    }
    const percent = entry.size > 0 ? Math.floor((100 * entry.sent) / entry.size) : 0;
    return (
      <span
        key={id}
        className="stage-badge"
        style={style}
        role="progressbar"
        aria-label={`Uploading ${entry.name}`}
        aria-valuenow={percent}
      >
        <CloudUpload aria-hidden="true" />
        <span className="numbers">{percent}%</span>
      </span>
    );
  });
}
