import { onlineManager } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { UnreachableError } from '../queries/api.ts'
import { EmptyState } from '../ui/content/empty-state.tsx'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { ErrorIllustration } from '../ui/illustrations/error.tsx'
import { CodeLoadError } from '../ui/load-code.ts'
import { createStorage } from '../ui/store.ts'
import { Offline } from './offline.tsx'
import { useIsOnline } from './offline-bar.tsx'

/** Replaces a page that fails to load or render. */
export function PageError() {
  const error = useRouteError()
  const isCodeMissing = error instanceof CodeLoadError
  const isOnline = useIsOnline()
  // A deployment that has replaced the code is ruled out by the reload.
  const isUnreachable = !isOnline || isCodeMissing || error instanceof UnreachableError
  const { revalidate, state } = useRevalidator()
  useEffect(() => reloadForNewCode(error), [error])
  useEffect(
    () =>
      onlineManager.subscribe((isBack) => {
        if (isBack) revalidate()
      }),
    [revalidate],
  )
  // Some browsers keep a failed import until a reload.
  const retry = isCodeMissing ? () => location.reload() : revalidate
  const retryButton = (
    <Button busy={state === 'loading'} onClick={retry}>
      {isCodeMissing ? 'Reload' : 'Try again'}
    </Button>
  )
  return (
    <div className="page-width py-12">
      {isUnreachable ? (
        <Offline retryButton={isOnline && retryButton} />
      ) : (
        <EmptyState
          illustration={<ErrorIllustration />}
          title="That didn't work"
          titleAs="h1"
          action={
            <>
              {retryButton}
              <LinkButton href="/" variant="secondary">
                Back to home
              </LinkButton>
            </>
          }
        >
          Something went wrong on our end! Please try again.
        </EmptyState>
      )}
    </div>
  )
}

const lastReload = createStorage<number>('sessionStorage', 'reloaded-at')
const minIntervalMs = 60_000

/**
 * Reloads the document if a deployment has replaced its code. It reloads at most once a minute, because a file that is
 * really missing would otherwise cause endless reloads. The text of a listing's form is in its draft.
 */
function reloadForNewCode(error: unknown) {
  if (!(error instanceof CodeLoadError) || !navigator.onLine) return
  if (Date.now() - (lastReload.read() ?? 0) < minIntervalMs) return
  lastReload.write(Date.now())
  // Without storage, nothing would stop the page from reloading again and again.
  if (lastReload.read()) location.reload()
}
