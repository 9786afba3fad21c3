import { Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import { TRIM_STEPS } from '../../engine/edit/trimWindow.ts';
import { TimeInput, type TimeInputProps } from './TimeInput.tsx';
import { useHold } from './useHold.ts';
import './style/fields.css';

interface Props extends Omit<TimeInputProps, 'id' | 'isRefused'> {
  label: string;
}

/** A time field (mm:ss.cc) with buttons for steps of 0.03 s, also by Up and Down. */
export function TimeField({ label, ...props }: Props) {
  const { onStep, onEnd = () => {} } = props;
  const id = useId();
  return (
    <div className="stack-half time-field">
      <label htmlFor={id}>{label}</label>
      <span className="stepper-row">
        <StepButton
          label={`${label}: a little earlier`}
          icon={<Minus />}
          work={() => onStep(-TRIM_STEPS.fine)}
          end={onEnd}
        />
        <TimeInput {...props} id={id} />
        <StepButton
          label={`${label}: a little later`}
          icon={<Plus />}
          work={() => onStep(TRIM_STEPS.fine)}
          end={onEnd}
        />
      </span>
    </div>
  );
}

interface StepButtonProps {
  label: string;
  icon: React.ReactNode;
  work: () => void;
  end: () => void;
}

function StepButton({ label, icon, work, end }: StepButtonProps) {
  return (
    <button type="button" aria-label={label} title={`${label} (0.03 s)`} {...useHold(work, end)}>
      <span aria-hidden="true">{icon}</span>
    </button>
  );
}
