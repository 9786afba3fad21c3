import { type RefObject, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { type ImageSourceId, MAX_QUERY } from '../../../api/contract/images.ts';
import { BrandLogos } from '../../brand/BrandLogos.tsx';
import { UploadBusy } from '../../media/UploadBusy.tsx';
import { SearchField } from '../controls/SearchField.tsx';
import { addFiles } from '../state/addFiles.ts';
import { ImageGrid } from './ImageGrid.tsx';
import { imageSearch, moreImages, searchImages } from './imageSearch.ts';
import './images.css';

/** Debounce time of the search, in milliseconds. */
const REST_MS = 400;

/** Route search: searches images and adds them as layers. */
export default function Images() {
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
      <div className="image-results">
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
  if (sources.length === 0) return <div className="image-sources" />;
  const choices: { id: ImageSourceId | undefined; title: string }[] = [{ id: undefined, title: 'All' }, ...sources];
  const choose = (id: ImageSourceId | undefined) => {
    imageSearch.source = id;
    void searchImages(query);
  };
  return (
    <fieldset className="image-sources">
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
  const said = words();
  return (
    <p className="image-status soft" role="status" hidden={said === ''}>
      {said}{' '}
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
