import {
  AudioLines,
  CircleQuestionMark,
  Download,
  FileUp,
  ListChevronsDownUp,
  ListChevronsUpDown,
  Plus,
  Search,
  Timer,
  VolumeX,
  X,
} from 'lucide-react';
import { Fragment, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { cutCues } from '../../engine/edit/cueCuts.ts';
import type { CueFormat } from '../../engine/edit/cueFile.ts';
import { IconButton } from '../components/IconButton.tsx';
import { Menu } from '../components/Menu.tsx';
import { PickFiles } from '../components/PickFiles.tsx';
import { showFailure } from '../state/notices.ts';
import { secondsWords } from '../studio/controls/secondsWords.ts';
import { CueList } from './CueList.tsx';
import type { CueHost } from './cueHost.ts';
import { add, cueListState } from './cueList.ts';
import { cutSeconds } from './cuts.ts';
import { CUE_FILES, saveCues } from './importCues.ts';
import { dismissRefused, importFiles, lineWords, refused, showRefused } from './imported.ts';
import { FontsLoading, LettersNote } from './LettersNote.tsx';
import { FindAndReplace, ShiftAll } from './ListTools.tsx';
import { Silences } from './Silences.tsx';
import './cueEditor.css';

type ListTool = 'find' | 'shift' | 'silences';

/** List of cues, with actions for the whole list. */
export function CueEditor({ host }: { host: CueHost }) {
  const [tool, setTool] = useState<ListTool>();
  const { isExpanded } = useSnapshot(cueListState);
  const toggle = (name: ListTool) => setTool(tool === name ? undefined : name);
  const isEmpty = host.cues.every(({ text }) => text.trim() === '');
  return (
    <section className="cue-editor" aria-label="Subtitle list">
      <div className="cue-ways">
        <button type="button" className="button plain" onClick={() => add(host)}>
          <Plus aria-hidden="true" />
          Add
        </button>
        <button type="button" className="button plain" onClick={() => host.open('transcribe')}>
          <AudioLines aria-hidden="true" />
          Auto-generate
        </button>
        <PickFiles
          className="button plain"
          label="Subtitle files"
          accept={CUE_FILES}
          onFiles={(files) => void importFiles(files, (edit) => host.change(edit)).catch(showFailure)}
        >
          <FileUp aria-hidden="true" />
          Import
        </PickFiles>
      </div>
      <div className="cue-bar">
        <p className="soft small" role="status">
          {countWords(host)}
          <FontsLoading />
        </p>
        <ToolButton icon={Search} label="Find and replace" isOn={tool === 'find'} onClick={() => toggle('find')} />
        <ToolButton icon={Timer} label="Shift all" isOn={tool === 'shift'} onClick={() => toggle('shift')} />
        {host.cuts && (
          <ToolButton icon={VolumeX} label="Silences" isOn={tool === 'silences'} onClick={() => toggle('silences')} />
        )}
        <IconButton
          icon={isExpanded ? ListChevronsDownUp : ListChevronsUpDown}
          label={isExpanded ? 'Collapse all' : 'Expand all'}
          onClick={() => (cueListState.isExpanded = !isExpanded)}
        />
        <Menu label="Export" icon={<Download aria-hidden="true" />}>
          {isEmpty ? <p className="menu-words soft small">Nothing to export yet.</p> : <Formats host={host} />}
        </Menu>
        <IconButton icon={CircleQuestionMark} label="Keyboard shortcuts" onClick={() => host.open('shortcuts')} />
      </div>
      {tool === 'find' && <FindAndReplace host={host} />}
      {tool === 'shift' && <ShiftAll host={host} />}
      {tool === 'silences' && host.cuts && <Silences host={host} cuts={host.cuts} />}
      <Refused />
      <LettersNote cues={host.cues} />
      {host.cues.length === 0 ? (
        <p className="cue-none soft">No subtitles. Add one, generate them from speech, or import a file.</p>
      ) : (
        <CueList host={host} />
      )}
    </section>
  );
}

function countWords({ cues, cuts, duration }: CueHost): string {
  const { length } = cues.filter(({ text }) => text.trim() !== '');
  const seconds = cuts ? cutSeconds(cuts.kept, duration) : 0;
  return `${length === 1 ? '1 subtitle' : `${length} subtitles`}${seconds > 0 ? `, ${secondsWords(seconds)} cut` : ''}`;
}

interface ToolButtonProps {
  icon: typeof Search;
  label: string;
  isOn: boolean;
  onClick: () => void;
}

function ToolButton({ icon: Icon, label, isOn, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="button quiet icon"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={onClick}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}

const formats: readonly { format: CueFormat; words: string }[] = [
  { format: 'srt', words: 'SubRip (.srt)' },
  { format: 'vtt', words: 'WebVTT (.vtt)' },
  { format: 'txt', words: 'Plain text (.txt)' },
];

function Formats({ host: { cues, cuts, name } }: { host: CueHost }) {
  // The exported file matches the video after cuts.
  const shown = () => (cuts && cuts.removed.length > 0 ? cutCues(cues, cuts.kept) : cues);
  return formats.map(({ format, words }) => (
    <button key={format} type="button" onClick={() => saveCues(shown(), format, name)}>
      <Download aria-hidden="true" />
      {words}
    </button>
  ));
}

/** Problems of subtitle files that could not be imported, by line. */
function Refused() {
  const { files } = useSnapshot(refused);
  useEffect(showRefused, []);
  if (files.length === 0) return null;
  return (
    <div className="cue-refused" role="alert">
      {files.map(({ name, problems }, index) => (
        <Fragment key={name}>
          <p>
            <strong>“{name}” cannot be read.</strong>
          </p>
          {index === 0 && <IconButton icon={X} label="Dismiss" onClick={dismissRefused} />}
          <ul>
            {problems.map(lineWords).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  );
}
