import { CircleAlertIcon, XIcon } from 'lucide-react'
import { errorMessage } from '../queries/api.ts'
import { Button } from '../ui/controls/button.tsx'
import { isUnusable } from './upload-messages.ts'

/** Names the file and says what happened. It has no place among the photos until it is uploaded. */
export function FailedPhoto({
  fileName,
  error,
  onRemove,
  onRetry,
}: {
  fileName: string
  error: unknown
  onRemove: () => void
  onRetry: (() => void) | undefined
}) {
  return (
    <div className="flex items-start gap-2 rounded-control border border-danger p-1 text-sm leading-snug">
      <CircleAlertIcon size={18} className="mt-2.5 ml-1.5 flex-none text-danger" />
      <div className="min-w-0 flex-1 py-2">
        <p dir="auto" className="wrap-anywhere font-semibold text-danger">
          {fileName}
        </p>
        <p>{errorMessage(error)}</p>
        {onRetry && !isUnusable(error) && (
          <Button variant="secondary" size="small" className="mt-2" onClick={onRetry}>
            Try again
            <span className="sr-only"> to upload {fileName}</span>
          </Button>
        )}
      </div>
      <Button
        variant="quiet"
        size="icon"
        data-remove
        aria-label={`Remove ${fileName}`}
        title="Remove"
        onClick={onRemove}
      >
        <XIcon size={18} />
      </Button>
    </div>
  )
}
