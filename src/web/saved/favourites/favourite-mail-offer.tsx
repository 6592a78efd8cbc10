import { useMutation, useQueryClient } from '@tanstack/react-query'
import { XIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { apiPaths } from '#contract/paths.ts'
import { errorMessage, useApi } from '../../queries/api.ts'
import { accountQuery } from '../../session/account-queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { useStore } from '../../ui/store.ts'
import { useHeightProperty } from '../../ui/use-height-property.ts'
import { findFavouriteToggle } from './favourite-element.tsx'
import {
  closeFavouriteMailOffer,
  endFavouriteMailOffer,
  favouriteMailOffer,
} from './favourite-mail-offer-store.ts'
import { useIsFavourite } from './favourite-mutation.ts'
import './favourite-mail-offer.css'

/** Asks after the first favourite whether to send emails about favourites. */
export function FavouriteMailOffer() {
  const id = useStore(favouriteMailOffer)
  useEffect(() => closeFavouriteMailOffer, [])
  return (
    <>
      <p role="status" className="sr-only">
        {id !== null && 'Saved. The next field asks whether to tell you about it by email.'}
      </p>
      {id !== null && <Offer key={id} id={id} />}
    </>
  )
}

function Offer({ id }: { id: number }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const box = useRef<HTMLElement>(null)
  const isFavourite = useIsFavourite(id)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.patch(apiPaths.account, { mailFavourites: true }, { outlivesPage: true }),
    onSuccess: () => {
      queryClient.invalidateQueries(accountQuery(api))
      showToast({ variant: 'ok', text: 'Done. You can change it on your account page.' })
      end()
    },
  })

  useHeightProperty(box, '--favourite-mail-offer')
  useEffect(() => {
    // Tab leads from the favourite button into the popover. In browsers without `source`, the popover is last in the tab
    // order.
    const source = findFavouriteToggle(id)
    box.current?.showPopover(source ? { source } : undefined)
  }, [id])
  useEffect(() => {
    if (!isFavourite) closeFavouriteMailOffer()
  }, [isFavourite])

  /** Ends the question and moves the focus, because the pressed checkbox or button disappears. */
  function end() {
    const hasFocus = box.current?.contains(document.activeElement)
    endFavouriteMailOffer()
    if (hasFocus) findFavouriteToggle(id)?.focus({ preventScroll: true })
  }
  const handleKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && end()

  return (
    <section
      ref={box}
      popover="manual"
      aria-label="Emails about what you save"
      className="favourite-mail-offer"
      onKeyDown={handleKeyDown}
    >
      <div className="min-w-0 flex-[1_1_14ch]">
        <Checkbox
          label="Email me if the price drops or it sells"
          checked={isPending}
          onChange={() => mutate()}
        />
        <p role="alert" className="pb-2 text-danger text-sm empty:hidden">
          {error && errorMessage(error)}
        </p>
      </div>
      <Button variant="quiet" size="icon" aria-label="Close" onClick={end}>
        <XIcon size={20} />
      </Button>
    </section>
  )
}
