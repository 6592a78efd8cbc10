import { Component, type ReactNode } from 'react'
import { onlineManager } from '../queries/online-manager.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorIllustration } from '../ui/illustrations/error.tsx'
import { OfflineIllustration } from '../ui/illustrations/offline.tsx'
import { LinkButton } from '../ui/link-button.tsx'

interface Props {
  /** A new value clears the error. */
  resetKey: string
  onError: () => void
  children: ReactNode
}

interface State {
  hasError: boolean
  resetKey: string
}

/** Catches a page that fails to load or render, and retries on reconnect. */
export class PageErrorBoundary extends Component<Props, State> {
  override state: State = { hasError: false, resetKey: this.props.resetKey }
  #unsubscribe: (() => void) | undefined

  static getDerivedStateFromError(): Partial<State> {
    return { hasError: true }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { hasError: false, resetKey }
  }

  override componentDidCatch() {
    this.props.onError()
  }

  override componentDidMount() {
    this.#unsubscribe = onlineManager.subscribe(() => {
      if (onlineManager.isOnline()) this.retry()
    })
  }

  override componentWillUnmount() {
    this.#unsubscribe?.()
  }

  retry = () => this.setState({ hasError: false })

  override render() {
    if (!this.state.hasError) return this.props.children
    return onlineManager.isOnline() ? <PageError onRetry={this.retry} /> : <Offline />
  }
}

function Offline() {
  return (
    <div className="page-width py-12">
      <EmptyState illustration={<OfflineIllustration />} title="You are offline" titleAs="h1">
        This page is not on your device yet. It opens by itself when the connection is back.
      </EmptyState>
    </div>
  )
}

function PageError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="page-width py-12">
      <EmptyState
        illustration={<ErrorIllustration />}
        title="That did not work"
        titleAs="h1"
        action={
          <>
            <Button onClick={onRetry}>Try again</Button>
            <LinkButton href="/" variant="secondary">
              Back to the start
            </LinkButton>
          </>
        }
      >
        Something went wrong on our end! Please try again.
      </EmptyState>
    </div>
  )
}
