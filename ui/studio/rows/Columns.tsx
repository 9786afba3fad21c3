import { useSnapshot } from 'valtio';
import { matchColumn, table } from './table.ts';

const kinds = { text: 'words', file: 'image or video', sound: 'sound', color: 'color' };

/** Mapping of columns to fields. */
export function Columns() {
  const { fields, columns, matches } = useSnapshot(table);
  if (columns.length === 0) return null;
  return (
    <fieldset className="row-columns">
      <legend>Columns</legend>
      {fields.map(({ name, kind }) => (
        <label key={name}>
          <span>
            <span translate="no">{name}</span> <span className="soft small">{kinds[kind]}</span>
          </span>
          <select
            className="select"
            value={matches[name] ?? ''}
            onChange={({ target }) => matchColumn(name, target.value)}
          >
            <option value="">Unchanged</option>
            {[...new Set(columns)]
              .filter((column) => column !== '')
              .map((column) => (
                <option key={column} value={column} translate="no">
                  {column}
                </option>
              ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}
