import { LayoutTemplate, Library, PencilLine } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { templateFields } from '../../../engine/edit/templateFields.ts';
import type { Project } from '../../../engine/project/project.ts';
import { myTemplates, readTemplates } from '../../client/projects/templates.ts';
import { hasContent, studio } from '../state/studio.ts';
import { TemplateCards } from './TemplateCards.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { beginFilling, leaveTemplate, saveAsTemplate, templateForm } from './using.ts';
import '../style/panels.css';

/** Route templates: the user's templates, saving a new one, and the form of the template in use. */
export function Templates() {
  const { fields } = useSnapshot(templateForm);
  useEffect(() => {
    void readTemplates();
    return leaveTemplate;
  }, []);
  return fields.length > 0 ? <TemplateForm /> : <TemplateList />;
}

function TemplateList() {
  const { list } = useSnapshot(myTemplates);
  const { project } = useSnapshot(studio);
  return (
    <div className="stack-3">
      <div className="wrap">
        {templateFields(project as Project).length > 0 && (
          <button type="button" className="button primary" onClick={beginFilling}>
            <PencilLine aria-hidden="true" />
            Fill in this project’s fields
          </button>
        )}
        <button
          type="button"
          className="button plain"
          disabled={!hasContent(project, false)}
          onClick={() => void saveAsTemplate()}
        >
          <LayoutTemplate aria-hidden="true" />
          Save this project as a template
        </button>
        <Link href="/collections" className="button plain">
          <Library aria-hidden="true" />
          Ready-made projects
        </Link>
      </div>
      {list.length === 0 ? (
        <div className="empty">
          <strong>No templates yet</strong>
          <span>
            Add fields for the parts that change: name them in a layer’s “Arrange” panel, or write {'{{name}}'} in a
            text. Then save the project here.
          </span>
        </div>
      ) : (
        <TemplateCards list={list} />
      )}
    </div>
  );
}
