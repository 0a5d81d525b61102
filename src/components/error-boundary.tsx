import { Component, type ReactNode } from 'react';

/** Renders `instead`, by default nothing, if a child throws while rendering. */
export class ErrorBoundary extends Component<
  { children: ReactNode; instead?: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children;
  }
}
