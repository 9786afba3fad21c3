import { useRef } from 'react';
import type { Project } from '../../../engine/project/project.ts';
import type { TransitionType } from '../../../engine/project/videoEffects.ts';
import { ThumbCards } from '../controls/ThumbCards.tsx';
import { TransitionPicture } from './TransitionPicture.tsx';
import { transitionChoices } from './transitionChoices.ts';
import { useScenePictures } from './useScenePictures.ts';

interface Props {
  project: Project;
  /** Index of the incoming scene; at least 1. */
  index: number;
  value: TransitionType;
  onChoose: (type: TransitionType) => void;
}

/** All transitions as thumbnails of both scenes, which animate on hover and focus. */
export function TransitionCards({ project, index, value, onChoose }: Props) {
  const place = useRef<HTMLFieldSetElement>(null);
  const pictures = useScenePictures(place, project, index);
  const choices = transitionChoices.map(({ type, title }) => ({
    value: type,
    title,
    picture: <TransitionPicture type={type} pictures={pictures} />,
  }));
  return (
    <ThumbCards
      legend="Transition"
      name="transition"
      className="is-transitions"
      {...{ choices, value, place, onChoose }}
    />
  );
}
