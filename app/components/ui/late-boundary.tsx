import { Component, type ReactNode } from 'react';

interface LateBoundaryProps {
  /** Stands in when the part cannot be loaded or fails. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Around every part whose code is loaded late: without the code the page stays, with `fallback` in place of the part. */
export class LateBoundary extends Component<LateBoundaryProps, { readonly failed: boolean }> {
  static getDerivedStateFromError() {
    return { failed: true };
  }

  override state = { failed: false };

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
