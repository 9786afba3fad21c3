import { AlignCenterVertical, ArrowDownToLine, ArrowUpToLine, Copy, Trash2 } from 'lucide-react';
import { bringForward, type LayerOrder, layerOrder, sendBack } from '../../../engine/edit/order.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Project } from '../../../engine/project/project.ts';
import { openSheet } from '../state/go.ts';
import { duplicate, remove } from '../state/layers.ts';
import { change } from '../state/studio.ts';
import { FooterGroup } from './FooterBar.tsx';
import { FooterButton } from './FooterButton.tsx';
import { PickButton } from './PickButton.tsx';

/** Controls of every layer: stacking order, arrange, duplicate and delete. */
export function StackControls({ project, layer: { id } }: { project: Project; layer: Layer }) {
  const order = layerOrder(project, id);
  return (
    <>
      {order && <OrderGroup id={id} order={order} />}
      <FooterGroup label="Layer">
        <FooterButton label="Arrange" icon={<AlignCenterVertical />} onClick={() => openSheet('arrange')} />
        <PickButton />
        <FooterButton label="Duplicate" icon={<Copy />} onClick={() => duplicate([id])} />
        <FooterButton className="is-bad" label="Delete" icon={<Trash2 />} onClick={() => remove([id])} />
      </FooterGroup>
    </>
  );
}

/** Position in the stacking order; audio has none. */
function OrderGroup({ id, order }: { id: string; order: LayerOrder }) {
  return (
    <FooterGroup label="Order">
      <FooterButton
        label="Bring forward"
        icon={<ArrowUpToLine />}
        disabled={!order.canBringForward}
        onClick={() => change((now) => bringForward(now, id))}
      />
      <p className="footer-head footer-order numbers" role="status">
        <strong>{order.position}</strong>
        <span className="footer-label">of {order.total}</span>
      </p>
      <FooterButton
        label="Send back"
        icon={<ArrowDownToLine />}
        disabled={!order.canSendBack}
        onClick={() => change((now) => sendBack(now, id))}
      />
    </FooterGroup>
  );
}
