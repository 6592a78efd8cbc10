import { Button } from '../controls/button.tsx'
import { ErrorIllustration } from '../illustrations/error.tsx'
import { EmptyState } from './empty-state.tsx'

/** A message in place of data that failed to load. */
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
