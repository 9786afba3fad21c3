import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** What is shown in place of what broke. @param again shows the children anew. */
  instead: (again: () => void) => ReactNode;
}

/** Stands in for what broke while it was drawn, so that a page is never empty. */
export class Boundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? this.props.instead(() => this.setState({ broken: false })) : this.props.children;
  }
}
