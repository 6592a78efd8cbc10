import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CheckIcon, ClockIcon, RefreshCwIcon, Undo2Icon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Listing, OwnListing } from '#contract/listing.ts'
import { soldLabel } from '#contract/listing-fields.ts'
import { canMove, canRenew } from '#contract/listing-status.ts'
import type { WireListing } from '#contract/listings.ts'
import { formatOffer } from '#contract/offer-rules.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { endOfCampusDay } from '#format/campus-date.ts'
import { ApiError, hasStatus, isUnconfirmed, offlineMessage, useApi } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { useConfirmFirst } from '../../session/confirmation/use-confirm-first.ts'
import { postingRefusal } from '../../session/posting-refusal.ts'
import { useSession } from '../../session/session.tsx'
import { setSessionUser } from '../../session/set-session-user.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { ButtonStyleProps } from '../../ui/controls/button-class.ts'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { showToast, type Toast } from '../../ui/overlays/toast-store.ts'
import { displayTitle, quotedTitle } from '../listing-display.ts'
import { listingKeys, readListing } from '../listing-queries.ts'
import { doneText, type StatusAction } from './status-text.ts'
import { asksWentFor, WentFor } from './went-for.tsx'

const CallOffDialog = lazyDialog(
  async () => (await import('../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog,
)

const icons = {
  sold: CheckIcon,
  pending: ClockIcon,
  available: Undo2Icon,
  renew: RefreshCwIcon,
}

/**
 * Buttons for the actions that the listing's status and the student's standing allow, and an error below them. They are
 * items of a grid or of a row that wraps.
 */
export function StatusActions({
  listing,
  withRenew = true,
  renewFirst = false,
  firstVariant,
  onChanged,
  children,
  ...buttonStyle
}: ButtonStyleProps & {
  listing: Listing & Pick<OwnListing, 'statusSince'>
  withRenew?: boolean
  /** Whether renewing is what the owner most likely came for. */
  renewFirst?: boolean
  /** The variant of the first button, if it is not that of the others. */
  firstVariant?: ButtonStyleProps['variant']
  onChanged?: () => void
  /** Shows all actions but the first as items of a menu. `isBusy` says whether one of them is at work. */
  children?: (items: ReactNode, isBusy: boolean) => ReactNode
}) {
  const { status, statusSince } = listing
  const { press: send, pressed, error, sold, refetch } = useStatusAction(listing, onChanged)
  const [asked, setAsked] = useState<Press>()
  const { agreedPrice } = listing
  const press = (chosen: Press) =>
    chosen.action === 'available' && agreedPrice !== undefined ? setAsked(chosen) : send(chosen)
  const question = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sold && question.current) scrollAboveToasts(question.current)
  }, [sold])
  const endOfToday = endOfCampusDay(useToday())
  // If we do not know since when, the server decides whether it is too late for the change.
  const since = statusSince ? Date.parse(statusSince) : endOfToday
  // The seller's own responses say what it went for. Those of a conversation do not, until it is marked there.
  const sale = listing.wentFor === undefined ? sold : listing
  const isAsked = asksWentFor(listing) && canMove({ status, since }, 'available', endOfToday)
  const mayPublish = !postingRefusal(useSession().user)
  const [first, second] = (['sold', 'pending', 'available'] as const).filter(
    (to) => canMove({ status, since }, to, endOfToday) && (mayPublish || to !== 'available'),
  )
  const renew = withRenew && canRenew(status) && mayPublish ? 'renew' : undefined
  // Renew keeps its place while it is at work, so that a second press hits no other action.
  const isRenewFirst = renewFirst || (pressed?.action === 'renew' && pressed.place === 0)
  const places: readonly (StatusAction | undefined)[] = isRenewFirst
    ? [renew, first, second]
    : [first, second, renew]
  const labels = {
    sold: `Mark ${soldLabel(listing).toLowerCase()}`,
    pending: 'Mark pending',
    available: 'Mark available',
    renew: 'Renew',
  }
  const label = (action: StatusAction) => {
    const Icon = icons[action]
    return (
      <>
        <Icon size={18} className="flex-none" />
        {labels[action]}
        <span className="sr-only"> {displayTitle(listing)}</span>
      </>
    )
  }
  // Each place keeps its element, so that the focus stays when another action takes the place.
  const button = (action: StatusAction | undefined, place: number) =>
    action && (
      <Button
        key={place}
        {...buttonStyle}
        variant={(place === 0 && firstVariant) || buttonStyle.variant}
        busy={pressed?.place === place}
        aria-disabled={pressed !== undefined || undefined}
        onClick={() => press({ action, place })}
      >
        {label(action)}
      </Button>
    )
  const buttons = () => {
    if (!children) return places.map(button)
    const [likely, ...others] = places.filter((action) => action !== undefined)
    const items = others.map((action, index) => (
      <button
        key={action}
        type="button"
        aria-disabled={pressed !== undefined || undefined}
        onClick={() => press({ action, place: index + 1 })}
      >
        {label(action)}
      </button>
    ))
    return (
      <>
        {button(likely, 0)}
        {children(items, Boolean(pressed?.place))}
      </>
    )
  }
  return (
    <>
      {buttons()}
      {agreedPrice !== undefined && (
        <CallOffDialog
          open={asked !== undefined}
          title="Call off your deal?"
          confirmLabel="Call it off"
          cancelLabel="Keep the deal"
          onConfirm={() => {
            setAsked(undefined)
            if (asked) send(asked)
          }}
          onClose={() => setAsked(undefined)}
        >
          You agreed on {formatOffer(listing, agreedPrice)} with a student. If you mark this as
          available, the deal is off, and we tell them.
        </CallOffDialog>
      )}
      {isAsked && sale && (
        <div ref={question} className="col-span-full basis-full">
          <WentFor listing={sale} onSaved={refetch} />
        </div>
      )}
      <p role="alert" className="col-span-full basis-full text-danger empty:hidden">
        {error}
      </p>
    </>
  )
}

/** The space between the question and the toasts. */
const toastGapPx = 16

/** Scrolls an element into view. The toast about the sale, and others that are still shown, would cover it. */
function scrollAboveToasts(element: HTMLElement) {
  const boxes = [...document.querySelectorAll('.toast')].map((each) => each.getBoundingClientRect())
  const { bottom = innerHeight } =
    document.querySelector('.toast-region')?.getBoundingClientRect() ?? {}
  const height = (boxes.at(-1)?.bottom ?? 0) - (boxes[0]?.top ?? 0)
  element.style.scrollMarginBottom = `${innerHeight - bottom + height + toastGapPx}px`
  element.scrollIntoView({ block: 'nearest' })
}

/** The second press of a double click, or of an impatient finger, comes within this time after the first. */
const doubleClickMs = 500

interface Press {
  action: StatusAction
  /** The place of the button, which may show another action afterwards. */
  place: number
}

/** Changes a listing's status or renews it, confirms that in a toast and refetches the lists. */
export function useStatusAction(listing: Listing, onChanged?: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const today = useToday()
  const title = quotedTitle(listing)
  const confirmFirst = useConfirmFirst()
  const { user } = useSession()

  const { category, id } = listing
  const send = async (action: StatusAction): Promise<Listing> => {
    const changed = await confirmFirst(
      action === 'renew' ? 'Then your listing is renewed.' : 'Then your change is saved.',
      () =>
        action === 'renew'
          ? api.post<WireListing>(apiPaths.renew(category, id))
          : api.post<WireListing>(apiPaths.status(category, id), { status: action }),
    )
    return readListing(category, changed)
  }
  const refetch = async () => {
    queryClient.invalidateQueries({ queryKey: listingKeys.detail(listing) })
    onChanged?.()
    await queryClient.invalidateQueries({ queryKey: listingKeys.lists })
  }
  const show = (toast: Omit<Toast, 'id' | 'key'>) =>
    showToast({ ...toast, key: pagePaths.listing(listing.category, listing.id) })

  const undo = async (action: StatusAction, next?: StatusAction) => {
    show({ variant: 'busy', text: `Changing ${title} back…` })
    try {
      const changed = await send(action)
      if (next) return undo(next)
      show({ variant: 'ok', text: doneText(changed, action, today) })
    } catch (error) {
      if (hasStatus(error, 401)) return setSessionUser(queryClient, null)
      show({
        variant: 'danger',
        text: `${title} couldn't be changed back.`,
        action: { label: 'Try again', onClick: () => undo(action, next) },
      })
    }
    await refetch()
  }
  const undoSold = () => undo('available', listing.status === 'pending' ? 'pending' : undefined)

  const mutation = useMutation({
    mutationFn: ({ action }: Press) => send(action),
    onSuccess: async (changed, { action }) => {
      show({
        variant: 'ok',
        text: doneText(changed, action, today),
        // With a deal, taking the sale back is a question of its own.
        ...(action === 'sold' &&
          listing.agreedPrice === undefined && { action: { label: 'Undo', onClick: undoSold } }),
      })
      await refetch()
      // Stay busy, so that a second press does not hit the action that has taken this one's place.
      await new Promise((resolve) => setTimeout(resolve, doubleClickMs))
    },
    onError: async (error) => {
      // The toast shows the error, because the card disappears when the lists are refetched.
      if (hasStatus(error, 404)) show({ variant: 'danger', text: actionErrorMessage(error) })
      // The listing was changed or deleted elsewhere.
      if (hasStatus(error, 404) || hasStatus(error, 409)) await refetch()
    },
  })
  // The error asked to confirm the email address, and the student has done that since.
  const isSettled = isUnconfirmed(mutation.error) && user?.confirmation === 'confirmed'
  return {
    press: (press: Press) => {
      if (!mutation.isPending) mutation.mutate(press)
    },
    /** What is at work. */
    pressed: mutation.isPending ? mutation.variables : undefined,
    error: mutation.error && !isSettled ? actionErrorMessage(mutation.error) : undefined,
    /** The listing that was marked as sold here. */
    sold: mutation.data?.status === 'sold' ? mutation.data : undefined,
    refetch,
  }
}

export function actionErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return offlineMessage
  return error.serverMessage ?? "That wasn't saved. Please try again."
}
