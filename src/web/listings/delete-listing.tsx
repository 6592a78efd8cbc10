import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import type { Listing } from '#contract/listing.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { ApiError, useApi } from '../queries/api.ts'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/controls/button.tsx'
import type { ButtonStyleProps } from '../ui/controls/button-class.ts'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'
import { displayTitle, quotedTitle } from './listing-display.ts'
import { listingKeys } from './listing-queries.ts'

const DeleteListingDialog = lazyDialog(
  async () => (await import('./delete-listing-dialog.tsx')).DeleteListingDialog,
)

interface DeletionProps {
  listing: Listing
  onDeleted: () => void
}

/** Asks for confirmation, deletes the listing and refetches the lists. */
export function DeleteListing({
  listing,
  onDeleted,
  ...buttonStyle
}: DeletionProps & ButtonStyleProps & { className?: string }) {
  const { mayDelete, ask, dialog } = useDeletion({ listing, onDeleted })
  if (!mayDelete) return null
  return (
    <>
      <Button variant="danger" {...buttonStyle} aria-haspopup="dialog" onClick={ask}>
        <DeleteLabel listing={listing} />
      </Button>
      {dialog}
    </>
  )
}

export const DeleteLabel = ({ listing }: { listing: Listing }) => (
  <>
    <Trash2Icon size={18} />
    Delete
    <span className="sr-only"> {displayTitle(listing)}</span>
  </>
)

/** Returns a function that asks for confirmation, and its dialog. A menu closes, so its dialog has to be outside it. */
export function useDeletion({ listing, onDeleted }: DeletionProps) {
  const [isOpen, setOpen] = useState(false)
  const { user } = useSession()
  const deletion = useDelete(listing, () => {
    setOpen(false)
    showToast({
      key: pagePaths.listing(listing.category, listing.id),
      variant: 'ok',
      text: `Deleted ${quotedTitle(listing)}.`,
    })
    onDeleted()
  })
  const ask = () => {
    deletion.reset()
    setOpen(true)
  }
  const dialog = (
    <DeleteListingDialog
      listing={listing}
      open={isOpen}
      busy={deletion.isPending}
      error={deletion.error ? deletionErrorMessage(deletion.error) : undefined}
      onConfirm={() => deletion.mutate()}
      onClose={() => setOpen(false)}
    />
  )
  // A hold keeps the listings of the account. The page says so.
  return { mayDelete: user?.pause?.canDelete !== false, ask, dialog }
}

/** Returns why the server refused. Another try helps only if it failed without a reason. */
export const deletionErrorMessage = (error: unknown): string =>
  (error instanceof ApiError && error.status < 500 && error.serverMessage) ||
  'Failed to delete. Please try again.'

function useDelete({ category, id }: Listing, onDeleted: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.delete(apiPaths.listing(category, id)),
    onSuccess: async () => {
      onDeleted()
      // Do not refetch the listing: its page, if open, is about to unmount and would show a 404 first.
      queryClient.invalidateQueries({
        queryKey: listingKeys.detail({ category, id }),
        refetchType: 'none',
      })
      await queryClient.invalidateQueries({ queryKey: listingKeys.lists })
    },
  })
}
