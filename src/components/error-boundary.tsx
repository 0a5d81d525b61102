import { Component, type ReactNode } from 'react';

/** Leaves out what throws, or shows something instead: the rest stays. */
export class ErrorBoundary extends Component<
  { children: ReactNode; instead?: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { children, instead = null } = this.props;
    return this.state.failed ? instead : children;
  }
}
