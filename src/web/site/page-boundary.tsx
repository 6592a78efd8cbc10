import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorDrawing } from '../ui/drawings/error.tsx'
import { OfflineDrawing } from '../ui/drawings/offline.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { watchConnection } from './offline.tsx'

interface Props {
  /** A page that failed is given up when another address is shown. */
  address: string
  onFailure: () => void
  children: ReactNode
}

interface State {
  failed: boolean
  address: string
}

/** Catches a page that cannot be shown, and shows it again when the network returns. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { failed: false, address: this.props.address }
  #stopWatching: (() => void) | undefined

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ address }: Props, state: State): Partial<State> | null {
    return address === state.address ? null : { failed: false, address }
  }

  override componentDidCatch() {
    this.props.onFailure()
  }

  override componentDidMount() {
    this.#stopWatching = watchConnection(() => {
      if (navigator.onLine) this.tryAgain()
    })
  }

  override componentWillUnmount() {
    this.#stopWatching?.()
  }

  tryAgain = () => this.setState({ failed: false })

  override render() {
    if (!this.state.failed) return this.props.children
    return navigator.onLine ? <Failed onTryAgain={this.tryAgain} /> : <Offline />
  }
}

function Offline() {
  return (
    <div className="page-width py-12">
      <EmptyState drawing={<OfflineDrawing />} title="You are offline" titleAs="h1">
        This page is not on your device yet. It opens by itself when the connection is back.
      </EmptyState>
    </div>
  )
}

function Failed({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <div className="page-width py-12">
      <EmptyState
        drawing={<ErrorDrawing />}
        title="That did not work"
        titleAs="h1"
        action={
          <>
            <Button onClick={onTryAgain}>Try again</Button>
            <LinkButton href="/" look="secondary">
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
