import { Button } from '../controls/button.tsx'
import { ErrorIllustration } from '../illustrations/error.tsx'
import { EmptyState } from './empty-state.tsx'

/** Stands in place of what a query should have loaded. */
export function LoadFailed({
  error,
  isFetching,
  refetch,
}: {
  error: Error
  isFetching: boolean
  refetch: () => void
}) {
  return (
    <div role="alert">
      <EmptyState
        illustration={<ErrorIllustration />}
        title={error.message}
        action={
          <Button variant="secondary" busy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        }
      />
    </div>
  )
}
