import { addShape } from './addShape.ts';
import { BackButton } from './BackButton.tsx';
import { FooterBar, FooterGroup } from './FooterBar.tsx';
import { FooterButton } from './FooterButton.tsx';
import { type ShapeOffer, shapeOffers } from './shapes.ts';

/** The footer that adds a shape. */
export function ShapeFooter() {
  const [basics, icons] = [shapeOffers.slice(0, 5), shapeOffers.slice(5)];
  return (
    <FooterBar label="Add shape" lead={<BackButton />}>
      <FooterGroup label="Basic shapes">{basics.map(offered)}</FooterGroup>
      <FooterGroup label="Icons">{icons.map(offered)}</FooterGroup>
      <p className="footer-note soft">More shapes coming soon!</p>
    </FooterBar>
  );
}

function offered(offer: ShapeOffer) {
  return (
    <FooterButton
      key={offer.name}
      className="footer-shape"
      label={offer.name}
      icon={<ShapeIcon offer={offer} />}
      onClick={() => addShape(offer.choice)}
    />
  );
}

/** 45 px wide and 50 px high. */
function ShapeIcon({ offer: { choice, icon } }: { offer: ShapeOffer }) {
  const { width, height } = choice.svg ?? { width: 100, height: 100 };
  return (
    <svg width="45" height="50" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {icon.stroked ? (
        <path d={icon.path} fill="none" stroke="currentColor" strokeWidth="10" strokeLinecap="round" />
      ) : (
        <path d={icon.path} fill="currentColor" />
      )}
    </svg>
  );
}
