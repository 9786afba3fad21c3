import type { ReactNode } from 'react';
import { pageMessages } from '../../engine/project/pageMessages.ts';
import { Boundary } from '../kit/Boundary.tsx';

/** Shows an error page if a screen throws while rendering. */
export function ErrorNotice({ children }: { children: ReactNode }) {
  return <Boundary instead={() => <SomethingBroke />}>{children}</Boundary>;
}

function SomethingBroke() {
  return (
    <main className="page">
      <div className="stack-2 lone" role="alert">
        <h1>{pageMessages.unknown}</h1>
        <a className="button primary large" href="/">
          Back home
        </a>
      </div>
    </main>
  );
}
