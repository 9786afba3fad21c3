import {
  AudioLines,
  CircleQuestionMark,
  Download,
  FileUp,
  ListChevronsDownUp,
  ListChevronsUpDown,
  MessageCircleX,
  Plus,
  Replace,
  Search,
  Timer,
  VolumeX,
  X,
} from 'lucide-react';
import { Fragment, useDeferredValue, useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { fontNews, lettersWithout, watchFonts } from '../../engine/browser/loadFonts.ts';
import { cutCues } from '../../engine/edit/cueCuts.ts';
import type { CueFormat } from '../../engine/edit/cueFile.ts';
import { replaceInCues, shiftCues } from '../../engine/edit/cues.ts';
import { missingFontNote } from '../../engine/painters/noFontFor.ts';
import { subtitlesRegion } from '../../engine/painters/subtitlesRegion.ts';
import type { Lettering } from '../../engine/project/layers.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import { showFailure } from '../client/page/notices.ts';
import { CUE_FILES, saveCues } from '../client/subtitles/importCues.ts';
import { dismissRefused, importFiles, lineWords, refused, showRefused } from '../client/subtitles/imported.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { Menu } from '../kit/Menu.tsx';
import { LiveRegion } from '../kit/progress.tsx';
import { numberForField, parseNumber, secondsWords } from '../kit/words.ts';
import { PickFiles } from '../media/PickFiles.tsx';
import { CueList } from './CueList.tsx';
import { Fillers, Silences } from './CutTools.tsx';
import type { CueHost } from './cueHost.ts';
import { add, cueListState } from './cueList.ts';
import { cutSeconds } from './cuts.ts';
import { closeTool, listTool, toggleTool } from './plannedCuts.ts';
import './cues.css';

/** List of cues, with actions for the whole list. */
export function CueEditor({ host }: { host: CueHost }) {
  const { open: tool } = useSnapshot(listTool);
  const { isExpanded } = useSnapshot(cueListState);
  useEffect(() => closeTool, []);
  const isEmpty = host.cues.every(({ text }) => text.trim() === '');
  return (
    <section className="stack cue-editor" aria-label="Subtitle list">
      <div className="wrap cue-ways">
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
        <div className="row">
          <ToolButton
            icon={Search}
            label="Find and replace"
            isOn={tool === 'find'}
            onClick={() => toggleTool('find')}
          />
          <ToolButton icon={Timer} label="Shift all" isOn={tool === 'shift'} onClick={() => toggleTool('shift')} />
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
        {host.cuts && (
          <div className="row cue-cuts">
            <span className="soft small">Cut out</span>
            {cutTools.map(({ tool: name, icon: Icon, label }) => (
              <button
                key={name}
                type="button"
                className="button plain"
                aria-pressed={tool === name}
                onClick={() => toggleTool(name)}
              >
                <Icon aria-hidden="true" />
                {label}
              </button>
            ))}
          </div>
        )}
      </div>
      {tool === 'find' && <FindAndReplace host={host} />}
      {tool === 'shift' && <ShiftAll host={host} />}
      {tool === 'silences' && host.cuts && <Silences host={host} cuts={host.cuts} />}
      {tool === 'fillers' && host.cuts && <Fillers host={host} cuts={host.cuts} />}
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

const cutTools = [
  { tool: 'silences', icon: VolumeX, label: 'Silences' },
  { tool: 'fillers', icon: MessageCircleX, label: 'Filler words' },
] as const;

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

/** Inline note that a font is loading; until then, its characters are drawn as boxes. */
function FontsLoading() {
  const { families } = useSyncExternalStore(watchFonts, fontNews);
  return [...families.values()].includes('loading') ? ' Loading font …' : null;
}

/** Lists characters of the cues that no font covers. The browser may display them, but a render will not. */
function LettersNote({ cues }: { cues: readonly Cue[] }) {
  const settled = useDeferredValue(cues);
  const lettering = useMemo<Lettering>(() => {
    const text = [...new Set(settled.map((cue) => cue.text).join(''))].join('');
    const region = subtitlesRegion({ cues: settled });
    return { text, region, fontFamily: 'Arial', fontWeight: 'normal', fontStyle: 'normal' };
  }, [settled]);
  const letters = useSyncExternalStore(watchFonts, () => lettersWithout(lettering).join(''));
  if (letters === '') return null;
  return (
    <p className="cue-letters small" role="status">
      {missingFontNote([...letters])}
    </p>
  );
}

/** Finds and replaces text in all cues. */
function FindAndReplace({ host }: { host: CueHost }) {
  const id = useId();
  const [find, setFind] = useState('');
  const [by, setBy] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const { count } = replaceInCues(host.cues, { find, by, matchCase });
  const replace = () => {
    if (count === 0) return;
    host.endStep();
    host.change((cues) => replaceInCues(cues, { find, by, matchCase }).cues);
    setAnnouncement(`${count} replaced.`);
  };
  return (
    <form
      className="stack cue-tool"
      aria-label="Find and replace"
      onSubmit={(event) => {
        event.preventDefault();
        replace();
      }}
    >
      <label htmlFor={`${id}-find`}>Find</label>
      <input
        className="input"
        id={`${id}-find`}
        dir="auto"
        value={find}
        // biome-ignore lint/a11y/noAutofocus: the user has just opened it.
        autoFocus
        onChange={({ target }) => setFind(target.value)}
      />
      <label htmlFor={`${id}-by`}>Replace with</label>
      <input className="input" id={`${id}-by`} dir="auto" value={by} onChange={({ target }) => setBy(target.value)} />
      <label className="row cue-check">
        <input type="checkbox" checked={matchCase} onChange={({ target }) => setMatchCase(target.checked)} />
        Match case
      </label>
      <div className="row wrap cue-tool-end">
        <span className="soft small" role="status">
          {find === '' ? '' : count === 1 ? '1 match' : `${count} matches`}
        </span>
        <button type="submit" className="button plain" aria-disabled={count === 0}>
          <Replace aria-hidden="true" />
          Replace all
        </button>
      </div>
      <LiveRegion>{announcement}</LiveRegion>
    </form>
  );
}

/** Shifts all cues by a time. */
function ShiftAll({ host }: { host: CueHost }) {
  const id = useId();
  const [written, setWritten] = useState(() => numberForField(0.5));
  const seconds = parseNumber(written);
  const isBad = !(seconds >= 0 && seconds < 1e6);
  const shift = (way: 1 | -1) => {
    if (isBad) return;
    host.endStep();
    host.change((cues) => shiftCues(cues, way * seconds));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout.
    <div className="stack cue-tool" role="group" aria-label="Shift all">
      <label htmlFor={id}>Shift all by</label>
      <span className="row">
        <input
          id={id}
          className="input numbers"
          inputMode="decimal"
          value={written}
          aria-invalid={isBad}
          aria-describedby={isBad ? `${id}-refusal` : undefined}
          onChange={({ target }) => setWritten(target.value)}
        />
        <span aria-hidden="true" className="soft">
          s
        </span>
      </span>
      {isBad && (
        <p id={`${id}-refusal`} className="refusal small" role="alert">
          Enter seconds, such as 0.5.
        </p>
      )}
      <div className="row wrap cue-tool-end">
        <button type="button" className="button plain" aria-disabled={isBad} onClick={() => shift(-1)}>
          <Timer aria-hidden="true" />
          Earlier
        </button>
        <button type="button" className="button plain" aria-disabled={isBad} onClick={() => shift(1)}>
          <Timer aria-hidden="true" />
          Later
        </button>
      </div>
    </div>
  );
}
