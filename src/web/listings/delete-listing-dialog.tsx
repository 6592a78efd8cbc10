import type { Listing } from '#contract/listing.ts'
import { Photo } from '../ui/content/photo.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from '../ui/overlays/confirm-dialog.tsx'
import { displayTitle } from './listing-display.ts'
import { inDisplayOrder, toPhotoSource } from './listing-photos.ts'

type DeleteListingDialogProps = { listing: Listing } & Pick<
  ConfirmDialogProps,
  'open' | 'busy' | 'error' | 'onConfirm' | 'onClose'
>

export function DeleteListingDialog({ listing, ...dialog }: DeleteListingDialogProps) {
  const [cover] = inDisplayOrder(listing.photos)
  return (
    <ConfirmDialog
      {...dialog}
      title="Delete this listing? This cannot be undone."
      confirmLabel="Delete"
      danger
    >
      <div className="flex items-center gap-4">
        {cover && (
          <div className="aspect-4/3 w-24 flex-none overflow-hidden rounded-control bg-soft">
            <Photo {...toPhotoSource(cover, '')} sizes="96px" />
          </div>
        )}
        <p
          dir="auto"
          className="line-clamp-3 min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]"
        >
          {displayTitle(listing)}
        </p>
      </div>
    </ConfirmDialog>
  )
}
