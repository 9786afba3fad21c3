import { useRef } from 'react';
import type { Project } from '../../../engine/project/project.ts';
import type { TransitionType } from '../../../engine/project/videoEffects.ts';
import { PictureCards } from '../controls/PictureCards.tsx';
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
  const choices = transitionChoices.map(({ type, title }) => ({
    value: type,
    title,
    picture: <TransitionPicture type={type} pictures={pictures} />,
  }));
  return (
    <PictureCards
      legend="Transition"
      name="transition"
      className="is-transitions"
      {...{ choices, value, place, onChoose }}
    />
  );
}
