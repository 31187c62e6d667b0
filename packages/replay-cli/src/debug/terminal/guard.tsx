/** Catches what goes wrong while the screen is drawn. Ink shows an error where nobody sees it, and ends without a word. */

import { Component, type ReactNode } from 'react'

/** What is guarded, and who is told. */
export interface GuardProps {
  /** What is drawn. */
  readonly children: ReactNode
  /** Is told what went wrong. */
  readonly failed: (error: unknown) => void
}

/** Draws nothing any more once something went wrong. */
export class Guard extends Component<GuardProps, { readonly hasFailed: boolean }> {
  /** What is drawn after something went wrong: nothing. */
  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }

  override state: { readonly hasFailed: boolean } = { hasFailed: false }

  /** Tells it. */
  override componentDidCatch(error: unknown): void {
    this.props.failed(error)
  }

  /** What is guarded. */
  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}
