import { useRef } from 'react';
import type { Project } from '../../../engine/project/project.ts';
import type { TransitionType } from '../../../engine/project/videoEffects.ts';
import { TransitionPicture } from './TransitionPicture.tsx';
import { transitionChoices } from './transitionChoices.ts';
import { useScenePictures } from './useScenePictures.ts';

interface Props {
  project: Project;
  /** The scene that comes in, from 1. */
  index: number;
  value: TransitionType;
  onChoose: (type: TransitionType) => void;
}

/** The ways in which a scene may come in, each as a small picture of both scenes that moves while it is looked at. */
export function TransitionCards({ project, index, value, onChoose }: Props) {
  const place = useRef<HTMLFieldSetElement>(null);
  const pictures = useScenePictures(place, project, index);
  return (
    <fieldset ref={place} className="looks is-transitions">
      <legend className="unseen">Transition</legend>
      {transitionChoices.map(({ type, title }) => (
        <label key={type} className="look">
          <input
            type="radio"
            className="card-input"
            name="transition"
            checked={type === value}
            onChange={() => onChoose(type)}
          />
          <TransitionPicture type={type} pictures={pictures} />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
