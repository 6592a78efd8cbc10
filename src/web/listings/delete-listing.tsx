import { lazy, Suspense, useState } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import { useApi } from '../api.ts'
import { below } from '../queries/query-client.ts'
import { useQueryClient } from '../queries/use-query.tsx'
import { Button } from '../ui/button.tsx'
import type { ButtonLook } from '../ui/button-class.ts'
import { Icon } from '../ui/icon.tsx'
import { useTask } from '../ui/task.ts'
import { shownTitle } from './listing-words.ts'
import { listingKeys } from './queries.ts'

const ConfirmDialog = lazy(async () => {
  const { ConfirmDialog } = await import('../ui/confirm-dialog.tsx')
  return { default: ConfirmDialog }
})

/** Asks first, deletes, and has every list fetched again. */
export function DeleteListing({
  category,
  listing,
  onDeleted,
  ...look
}: ButtonLook & { category: AnyCategory; listing: Listing; onDeleted?: () => void }) {
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const deletion = useDelete(category, listing, () => {
    setOpen(false)
    onDeleted?.()
  })
  const askFirst = () => {
    deletion.forget()
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <Button look="danger" {...look} aria-haspopup="dialog" onClick={askFirst}>
        <Icon name="trash" size={18} />
        Delete
        <span className="sr-only"> {shownTitle(category, listing)}</span>
      </Button>
      {wanted && (
        <Suspense>
          <ConfirmDialog
            open={open}
            title="Delete this listing? This cannot be undone."
            confirmLabel="Delete"
            danger
            busy={deletion.isPending}
            error={deletion.error ? 'Failed to delete. Please try again.' : undefined}
            onConfirm={deletion.run}
            onCancel={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function useDelete(category: AnyCategory, { id }: Listing, onDeleted: () => void) {
  const api = useApi()
  const queries = useQueryClient()
  return useTask(async () => {
    await api.delete(apiPaths.listing(category.id, id))
    onDeleted()
    // Its own page is about to be left: asking again would only show that it is gone.
    queries.outdate(below(listingKeys.one(category, id)))
    await queries.invalidate(below(listingKeys.lists))
  })
}
