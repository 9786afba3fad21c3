import { Download, Trash2 } from 'lucide-react';
import { own } from '../../client/page/t.ts';
import type { TemplateHead } from '../../client/projects/templates.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { ProjectPicture } from '../../player/ProjectPicture.tsx';
import { beginTemplate, dropTemplate, saveTemplateFile } from './using.ts';

/** Template list; each can be used, saved as a file or deleted. */
export function TemplateCards({ list }: { list: readonly TemplateHead[] }) {
  return (
    <ul className="stack-2 project-cards" aria-label="My templates">
      {list.map((head) => (
        <li key={head.id} className="project-card">
          <button type="button" className="stack project-open" onClick={() => void beginTemplate(head)}>
            <ProjectPicture {...head} />
            <span className="project-words">
              <strong translate="no">{head.name}</strong>
              <span className="soft">
                {head.width} × {head.height}
              </span>
            </span>
          </button>
          <span className="project-actions">
            <IconButton
              icon={Download}
              label={`Save the template ${own(head.name)} as a file`}
              title="Save as a file"
              onClick={() => void saveTemplateFile(head)}
            />
            <IconButton
              icon={Trash2}
              label={`Delete the template ${own(head.name)}`}
              title="Delete"
              onClick={() => void dropTemplate(head)}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
