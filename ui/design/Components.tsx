import { Download, Ellipsis, FolderOpen, Image, Scissors, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Notices } from '../app/Notices.tsx';
import { Sheet } from '../app/Sheet.tsx';
import { showError, showNote } from '../client/page/notices.ts';
import { CatalogueHead } from '../kit/CatalogueHead.tsx';
import { FactList, StatusBadge } from '../kit/facts.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Menu } from '../kit/Menu.tsx';
import { PopupMenu } from '../kit/PopupMenu.tsx';
import { ProblemList } from '../kit/ProblemList.tsx';
import { ProgressBar } from '../kit/progress.tsx';
import { SelectField } from '../kit/SelectField.tsx';
import { Tabs } from '../kit/Tabs.tsx';
import { PickFiles } from '../media/PickFiles.tsx';
import { ProjectPicture } from '../player/ProjectPicture.tsx';
import { catalogue } from '../tools/catalogue.data.ts';
import { ToolCards } from '../tools/ToolCards.tsx';
import { Fields } from './Fields.tsx';
import { Part, Show } from './Part.tsx';
import '../kit/style/content.css';

const statuses = ['queued', 'rendering', 'done', 'failed', 'cancelled'] as const;
const problem = { pointer: '/scenes/0/duration', message: '"duration" must be at least 0.1.' };
const nothing = () => undefined;

/** Every component, in its states. */
export function Components() {
  return (
    <Part title="Components" words="As they stand in the pages. All can be used by mouse, by touch and by keys.">
      <div className="stack-2 design-shelf">
        <Buttons />
        <Show title="Status">
          {statuses.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
          {['', 'good', 'bad', 'warn', 'busy'].map((look) => (
            <span key={look} className={`badge ${look}`}>
              {look || 'plain'}
            </span>
          ))}
        </Show>
        <Show title="Progress">
          <ProgressBar label="Uploading" value={0.15} />
          <ProgressBar label="Rendering" value={0.7} />
          <ProgressBar label="Waiting" />
          <ProgressBar label="Thin" value={0.4} thin />
        </Show>
        <Choices />
        <Fields />
        <Show title="Facts">
          <FactList facts={facts} />
        </Show>
        <Over />
        <Show title="Nothing yet, and not yet there">
          <div className="empty">
            <Image aria-hidden="true" />
            <strong>Nothing rendered yet</strong>
            <span className="soft">What you make stands here.</span>
          </div>
          <div className="skeleton design-skeleton" />
          <ProjectPicture width={16} height={9} />
        </Show>
        <Show title="Problems">
          <ProblemList problems={[problem]} text={'{"scenes":[{"duration":0}]}'} />
        </Show>
        <div className="design-wide">
          <Show title="Cards of tools">
            <ToolCards tools={catalogue.slice(0, 4)} summaryOf={summaryOf} />
          </Show>
        </div>
        <div className="design-wide">
          <Catalogue />
        </div>
      </div>
      <Notices />
    </Part>
  );
}

const facts = [
  ['Size', '1280 × 720'],
  ['Length', '0:12'],
  ['Format', 'MP4'],
] as const;
const summaryOf = () => 'What it does, in one sentence.';

function Buttons() {
  return (
    <Show title="Buttons">
      {['primary', 'plain', 'quiet', 'primary large'].map((look) => (
        <button key={look} type="button" className={`button ${look}`}>
          <Download aria-hidden="true" />
          {look}
        </button>
      ))}
      <button type="button" className="button primary" aria-disabled="true">
        cannot now
      </button>
      <button type="button" className="button quiet" aria-disabled="true">
        nor this
      </button>
      <button type="button" className="button plain is-danger">
        is-danger
      </button>
      <IconButton icon={Scissors} label="Split" onClick={nothing} />
      <IconButton icon={Trash2} label="Delete" disabled onClick={nothing} />
      <PickFiles className="button plain" label="Choose a file" accept="image/*" onFiles={nothing}>
        <FolderOpen aria-hidden="true" />
        Choose a file
      </PickFiles>
    </Show>
  );
}

function Choices() {
  const [tab, setTab] = useState<'one' | 'two'>('one');
  return (
    <Show title="Choices">
      <Tabs label="Views" value={tab} tabs={tabs} onChange={setTab}>
        <p>{tab === 'one' ? 'What the first one shows.' : 'What the second one shows.'}</p>
      </Tabs>
      <SelectField label="One of several" value={tab} choices={tabs} onChange={setTab} />
      <Menu label="More" icon={<Ellipsis aria-hidden="true" />}>
        <button type="button" className="button quiet">
          Rename
        </button>
        <button type="button" className="button quiet">
          Duplicate
        </button>
      </Menu>
      <AtPointer />
    </Show>
  );
}

function AtPointer() {
  const [at, setAt] = useState<{ x: number; y: number; from: Element }>();
  const items = ['Rename', 'Duplicate'].map((label) => ({ id: label, label, run: nothing }));
  return (
    <>
      <button
        type="button"
        className="button plain"
        onClick={({ clientX: x, clientY: y, currentTarget: from }) => setAt({ x, y, from })}
      >
        Menu at the pointer
      </button>
      {at && <PopupMenu label="Actions" items={items} {...at} onClose={() => setAt(undefined)} />}
    </>
  );
}

const tabs = [
  { value: 'one', title: 'First' },
  { value: 'two', title: 'Second' },
] as const;

/** Sheets and notices. */
function Over() {
  const [shape, setShape] = useState<'side' | 'middle' | 'wide' | 'page'>();
  return (
    <Show title="Over the page">
      {(['side', 'middle', 'wide', 'page'] as const).map((one) => (
        <button key={one} type="button" className="button plain" onClick={() => setShape(one)}>
          {`Sheet, ${one}`}
        </button>
      ))}
      <button type="button" className="button plain" onClick={() => showNote('Saved.', undo)}>
        Note
      </button>
      <button type="button" className="button plain" onClick={() => showError('The file is damaged.')}>
        Error
      </button>
      {shape && (
        <Sheet title="A sheet" shape={shape === 'side' ? undefined : shape} onClose={() => setShape(undefined)}>
          <p>It closes by its button, by Escape, and by a press beside it.</p>
        </Sheet>
      )}
    </Show>
  );
}

const undo = { action: { label: 'Undo', run: nothing } };

function Catalogue() {
  const [text, setText] = useState('');
  return (
    <Show title="Head of a catalogue">
      <CatalogueHead title="Tools" words="One thing each." search="Find a tool" text={text} onText={setText} found="" />
    </Show>
  );
}
