import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Renders the fallback. @param again renders the children again. */
  instead: (again: () => void) => ReactNode;
}

/** Error boundary: renders a fallback if rendering the children throws, so that a page is never empty. */
export class Boundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? this.props.instead(() => this.setState({ broken: false })) : this.props.children;
  }
}
