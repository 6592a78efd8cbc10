import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EarlierDuplicate } from '#contract/duplicates.ts'
import type { Listing } from '#contract/listing.ts'
import { statusLabel } from '#contract/listing-fields.ts'
import type { WireListing } from '#contract/listings.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { formatShortDate } from '#format/format.ts'
import { useApi } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { DottedText } from '../../ui/content/dotted-text.tsx'
import { Photo } from '../../ui/content/photo.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { actionErrorMessage } from '../dashboard/status-actions.tsx'
import { doneText } from '../dashboard/status-text.ts'
import { toPhotoSource } from '../listing-photos.ts'
import { listingKeys, readListing } from '../listing-queries.ts'

interface DuplicateDialogProps {
  open: boolean
  earlier: EarlierDuplicate
  onRenewed: (listing: Listing) => void
  onPostAnyway: () => void
  onClose: () => void
}

/** Asks before a student posts the same thing a second time. */
export function DuplicateDialog({
  open,
  earlier,
  onRenewed,
  onPostAnyway,
  onClose,
}: DuplicateDialogProps) {
  const { can_renew: canRenew } = earlier
  const renewal = useRenewal(earlier, onRenewed)
  const isRenewing = renewal.isPending
  const leave = (next: () => void) => {
    renewal.reset()
    next()
  }
  return (
    <Dialog
      open={open}
      onClose={() => leave(onClose)}
      title="Did you post this already?"
      footer={
        <>
          {canRenew && (
            <Button busy={isRenewing} onClick={() => renewal.mutate()}>
              Renew that one
            </Button>
          )}
          <Button
            variant={canRenew ? 'secondary' : 'primary'}
            aria-disabled={isRenewing || undefined}
            onClick={() => !isRenewing && leave(onPostAnyway)}
          >
            Post anyway
          </Button>
        </>
      }
    >
      <Earlier earlier={earlier} />
      <p className="mt-4 text-ink-2">
        {canRenew
          ? "If it's the same thing, renew that listing. Students who saved it or messaged you can still find it. You'll lose what you typed here."
          : "Its dates have passed, so it can't be renewed."}
      </p>
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {renewal.error && actionErrorMessage(renewal.error)}
      </p>
    </Dialog>
  )
}

function Earlier({ earlier }: Pick<DuplicateDialogProps, 'earlier'>) {
  const today = useToday()
  const { title, price, photo, posted_at } = earlier
  const status = statusLabel({ ...earlier, details: {} })
  return (
    <div className="flex items-center gap-4">
      {photo && (
        <div className="aspect-4/3 w-24 flex-none overflow-hidden rounded-control bg-soft">
          <Photo {...toPhotoSource(photo, '')} sizes="96px" />
        </div>
      )}
      <div className="min-w-0 flex-1">
        <p dir="auto" className="line-clamp-3 font-semibold [overflow-wrap:anywhere]">
          <a
            href={pagePaths.listing(earlier.category, earlier.id)}
            target="_blank"
            rel="noopener"
            className="link"
          >
            {title}
            <span className="sr-only"> (in a new tab)</span>
          </a>
        </p>
        <p className="mt-1 text-ink-2 text-sm">
          <DottedText>{`${price} · ${status} · Posted ${formatShortDate(posted_at, today)}`}</DottedText>
        </p>
      </div>
    </div>
  )
}

/** Renews the earlier listing, as on the dashboard, even if the dialog is closed before the response arrives. */
function useRenewal({ category, id }: EarlierDuplicate, onRenewed: (listing: Listing) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const today = useToday()
  return useMutation({
    mutationFn: () => api.post<WireListing>(apiPaths.renew(category, id)),
    onSuccess: (wire) => {
      const renewed = readListing(category, wire)
      queryClient.removeQueries({ queryKey: listingKeys.lists })
      queryClient.invalidateQueries({ queryKey: listingKeys.detail({ category, id }) })
      const text = doneText(renewed, 'renew', today)
      showToast({ key: pagePaths.listing(category, id), variant: 'ok', text })
      onRenewed(renewed)
    },
  })
}
