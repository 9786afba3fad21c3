import { Flag, Trash2 } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { markersOf, renameMarker } from '../../../engine/edit/markers.ts';
import type { Project } from '../../../engine/project/project.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { place } from '../../app/place.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { NameField } from '../../kit/NameField.tsx';
import { Beats } from '../beats/Beats.tsx';
import { deleteMarker, isAtMoment, markerName, markMoment } from '../state/markers.ts';
import { seek } from '../state/playback.ts';
import { change, studio } from '../state/studio.ts';

export function Markers() {
  const { project } = useSnapshot(studio) as { project: Project };
  const markers = markersOf(project);
  return (
    <div className="stack-2">
      {markers.length === 0 && (
        <p className="soft">No markers yet. Set one to mark a moment on the timeline, such as a beat.</p>
      )}
      <ul className="stack marker-list">
        {markers.map((marker, index) => {
          const name = markerName(marker, index);
          return (
            <li key={marker.id}>
              <button type="button" className="button plain numbers" onClick={() => seek(marker.at)}>
                <span className="unseen">Go to {name}, </span>
                {timecode(marker.at)}
              </button>
              <NameField
                label={`Name of ${name}`}
                name={marker.name ?? ''}
                placeholder={name}
                autoFocus={place.openedBy === 'keyboard' && isAtMoment(marker)}
                onName={(words) => change((now) => renameMarker(now, marker.id, words))}
              />
              <IconButton
                icon={Trash2}
                label={`Delete ${name}`}
                title="Delete"
                onClick={() => deleteMarker(marker.id)}
              />
            </li>
          );
        })}
      </ul>
      <button type="button" className="button plain" onClick={markMoment}>
        <Flag aria-hidden="true" />
        Set one at the current time
      </button>
      <Beats project={project} />
    </div>
  );
}
