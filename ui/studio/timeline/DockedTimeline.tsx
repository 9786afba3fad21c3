import type { ReactNode } from 'react';
import { Board } from './Board.tsx';
import { Transport } from './Transport.tsx';
import './timeline.css';
import './board.css';
import './tracks.css';

/** The timeline in its dock: transport controls and the board. @param props.buttons controls of the dock. */
export function DockedTimeline({ buttons }: { buttons: ReactNode }) {
  return (
    <>
      <div className="row timeline-dock-head" data-beside-sheet>
        <Transport />
        {buttons}
      </div>
      <Board />
    </>
  );
}
