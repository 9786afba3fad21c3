import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { type FoundImage, type ImageSourceId, MAX_QUERY } from '../../../api/contract/images.ts';
import { messages } from '../../../engine/project/messages.ts';
import { addFile } from '../../client/media/addFile.ts';
import { imageSearch, moreImages, searchImages } from '../../client/media/imageSearch.ts';
import { showNote } from '../../client/page/notices.ts';
import { getClient } from '../../client/page/server.ts';
import { movedInGrid } from '../../kit/popover.ts';
import { SearchField } from '../../kit/SearchField.tsx';
import { UploadBusy } from '../../media/UploadBusy.tsx';
import { BrandLogos } from '../../pickers/BrandLogos.tsx';
import { addFiles, importIntoProject } from '../state/addFiles.ts';
import { addMedia } from '../state/addLayers.ts';
import { addCredit } from './addCredit.ts';
import '../style/panels.css';

/** Debounce time of the search, in milliseconds. */
const REST_MS = 400;

/** Route search: searches images and adds them as layers. */
export function Images() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const { images, query } = imageSearch;
    // Earlier results are still shown.
    if (images.length === 0) void searchImages(query);
  }, []);
  return (
    <div className="image-search">
      <Field field={field} />
      <Sources />
      <UploadBusy next={() => field.current} />
      <div className="scroll image-results">
        <BrandLogos onChoose={(file) => void addFiles([file])} />
        <Status />
        <ImageGrid />
        <More />
      </div>
    </div>
  );
}

function Field({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const search = (text: string) => {
    if (text.trim() !== imageSearch.query.trim() || imageSearch.refusal) void searchImages(text.trim());
  };
  return (
    <search>
      <SearchField
        field={field}
        aria-label="Search images"
        placeholder="Search images"
        enterKeyHint="search"
        maxLength={MAX_QUERY}
        initial={imageSearch.query}
        restMs={REST_MS}
        onSearch={search}
        onKeyDown={({ key, nativeEvent, currentTarget }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) search(currentTarget.value);
        }}
      />
    </search>
  );
}

/** Filter by collection, if there are several. */
function Sources() {
  const { sources, source, query } = useSnapshot(imageSearch);
  if (sources.length === 1) return null;
  if (sources.length === 0) return <div className="wrap image-sources" />;
  const choices: { id: ImageSourceId | undefined; title: string }[] = [{ id: undefined, title: 'All' }, ...sources];
  const choose = (id: ImageSourceId | undefined) => {
    imageSearch.source = id;
    void searchImages(query);
  };
  return (
    <fieldset className="wrap image-sources">
      <legend className="unseen">Collection</legend>
      {choices.map(({ id, title }) => (
        <button key={title} type="button" aria-pressed={id === source} onClick={() => choose(id)}>
          {title}
        </button>
      ))}
    </fieldset>
  );
}

/** Status of the search, announced once to screen readers too. */
function Status() {
  const { images, isSearching, refusal, query, failed, sources } = useSnapshot(imageSearch);
  const away = sources.filter(({ id }) => failed.includes(id)).map(({ title }) => title);
  const words = () => {
    if (isSearching) return images.length === 0 ? 'Searching …' : '';
    if (refusal) return refusal;
    if (images.length === 0) return `No images found${query ? ` for “${query}”` : ''}. Try another word.`;
    if (away.length > 0) return `${away.join(' and ')} is not available right now.`;
    return '';
  };
  const resultText = words();
  return (
    <p className="image-status soft" role="status" hidden={resultText === ''}>
      {resultText}{' '}
      {refusal && !isSearching && (
        <button type="button" className="text-button" onClick={() => void moreImages()}>
          Try again
        </button>
      )}
    </p>
  );
}

function More() {
  const { images, next, isSearching } = useSnapshot(imageSearch);
  if (images.length === 0 || next === null) return null;
  return (
    <button
      type="button"
      className="button plain image-more"
      aria-disabled={isSearching || undefined}
      onClick={() => void moreImages()}
    >
      {isSearching ? 'Searching …' : 'More images'}
    </button>
  );
}

/** Search results with one tab stop; arrow keys move the focus. Pressing a result adds it to the canvas. */
function ImageGrid() {
  const { images, isSearching } = useSnapshot(imageSearch);
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const active = Math.min(at, Math.max(0, images.length - 1));
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = movedInGrid(event.key, active, buttons);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    buttons[next]?.focus();
  };
  return (
    <ul ref={list} className="stack image-grid" aria-label="Images" aria-busy={isSearching} onKeyDown={onKeyDown}>
      {images.map((image, index) => (
        <li key={image.url}>
          <button
            type="button"
            className="card center image-tile"
            tabIndex={index === active ? 0 : -1}
            title={image.credit.text}
            onFocus={() => setAt(index)}
            onClick={() => void addImage(image)}
          >
            <img src={image.thumbnail} alt={image.credit.title} loading="lazy" draggable={false} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** File extensions by type. */
const endings: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/webp': 'webp' };

/** Adds a found image to the canvas like a local file, together with its credit. */
function addImage({ url, credit }: FoundImage): Promise<void> {
  return importIntoProject({
    words: messages.uploadFetches,
    place: 'found image',
    async load(signal) {
      const answer = await (await getClient()).download(url, { signal });
      const picture = await answer.blob();
      const type = picture.type.split(';')[0] ?? '';
      const file = new File([picture], `${credit.title}.${endings[type] ?? 'png'}`, { type });
      return { ...(await addFile(file, { imagesOnly: true, signal })), credit: credit.text };
    },
    land(media) {
      addMedia([media]);
      showNote(`${credit.text}.`, { action: { label: 'Add the credit', run: () => addCredit(credit.text) } });
    },
  });
}
