import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CategoryDefinition } from '#categories/define-category.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import type { EarlierDuplicate } from '#contract/duplicates.ts'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { isListed, type ListingStatus } from '#contract/listing-status.ts'
import type { PostedListing, WireListing } from '#contract/listings.ts'
import type { NewListingInput } from '#contract/new-listing-input.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { formatShortDate } from '#format/format.ts'
import { ApiError, offlineMessage, UnreachableError, useApi } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { displayEnd, quoteTitle } from '../listing-display.ts'
import { listingKeys, readListing } from '../listing-queries.ts'
import { dashboardCardPath } from '../listing-urls.ts'
import { deleteDraft, type FormTarget } from './draft.ts'

export function savedText(
  listing: Listing,
  {
    isNew,
    earlier,
    today,
  }: { isNew: boolean; earlier?: EarlierDuplicate | undefined; today: string },
): string {
  if (isNew) {
    const posted = `Posted. It's up until ${displayEnd(listing, today)}.`
    return [posted, earlier && duplicateText(earlier, today)].filter(Boolean).join(' ')
  }
  const { singular } = categoryOf(listing).labels
  return [`Your ${singular} is saved.`, nextSteps[listing.status]].filter(Boolean).join(' ')
}

const duplicateText = ({ title, posted_at }: EarlierDuplicate, today: string) =>
  `It looks like ${quoteTitle(title)}, which you posted on ${formatShortDate(posted_at, today)}.`

/** Says what happens next to a listing that is not listed. */
const nextSteps: Partial<Record<ListingStatus, string>> = {
  expired: 'It has ended. Renew it to list it again.',
  hidden: 'It stays hidden until a moderator has looked at it.',
  removed: 'A moderator removed it, so only you can see it.',
}

/**
 * Creates or updates the listing. The promise resolves with the listing, or with an earlier one that was renewed instead,
 * and rejects with the API's error.
 */
export function useSaveListing(target: FormTarget, askAboutDuplicate: AskAboutDuplicate) {
  const { category, listingId } = target
  const api = useApi()
  const queryClient = useQueryClient()
  const today = useToday()

  async function save(body: NewListingInput, ifMatch?: string): Promise<Listing> {
    const saved: PostedListing = listingId
      ? await api.put<WireListing>(apiPaths.listing(category.id, listingId), body, { ifMatch })
      : await api.post<PostedListing>(apiPaths.list(category.id), body)
    const listing = readListing(category.id, saved)
    deleteDraft(target)
    // Remove the lists instead of only marking them as stale, so that the author sees the change at once.
    queryClient.removeQueries({ queryKey: listingKeys.lists })
    queryClient.invalidateQueries({ queryKey: listingKeys.detail(listing) })
    const path = pagePaths.listing(listing.category, listing.id)
    const action =
      listing.status === 'expired'
        ? { label: 'Show', href: dashboardCardPath(listing) }
        : { label: 'View', href: path }
    // Offer to post another listing: a student who sells one book often sells three.
    const link = { label: 'Post another', href: pagePaths.create(category.id) }
    const text = savedText(listing, { isNew: !listingId, earlier: saved.duplicate, today })
    // The dashboard says that a new listing is up, unless there is more to say.
    const isSaid = !listingId && isListed(listing.status) && !saved.duplicate
    if (!isSaid) showToast({ key: path, variant: 'ok', text, action, ...(!listingId && { link }) })
    return listing
  }

  return async (body: ListingInput, ifMatch: string | undefined): Promise<Listing> => {
    try {
      return await save(body, ifMatch)
    } catch (error) {
      const earlier = error instanceof ApiError && error.duplicate
      const answer = earlier && (await askAboutDuplicate(earlier))
      if (!answer) throw error
      if (answer === 'anyway') return save({ ...body, anyway: true })
      deleteDraft(target)
      return answer
    }
  }
}

/** The renewed earlier listing, `anyway` to post the new one, or undefined if the student closes the question. */
type DuplicateAnswer = Listing | 'anyway' | undefined

type AskAboutDuplicate = (earlier: EarlierDuplicate) => Promise<DuplicateAnswer>

interface Question {
  earlier: EarlierDuplicate
  answer: (answer: DuplicateAnswer) => void
}

/**
 * Asks students who have posted the same thing before what to do. Returns the function that asks and the props of the
 * dialog.
 */
export function useDuplicateQuestion() {
  // Keep the question after the answer: the dialog shows it while it closes.
  const [question, setQuestion] = useState<Question>()
  const [isOpen, setOpen] = useState(false)

  const ask: AskAboutDuplicate = (earlier) =>
    new Promise((resolve) => {
      const answer = (given: DuplicateAnswer) => {
        setOpen(false)
        resolve(given)
      }
      setQuestion({ earlier, answer })
      setOpen(true)
    })

  const dialog = question && {
    open: isOpen,
    earlier: question.earlier,
    onRenewed: question.answer,
    onPostAnyway: () => question.answer('anyway'),
    onClose: () => question.answer(undefined),
  }
  return { ask, dialog }
}

const uploadsFailedMessage = 'One or more images failed to upload. Please wait, then try again.'

/** The message for a failed upload. A suspended student reads why they cannot upload. */
export const uploadErrorMessage = (error: unknown): string =>
  error instanceof ApiError && error.code === 'suspended' ? error.message : uploadsFailedMessage

export const unconfirmedMessage = 'Confirm your email first. We kept everything you entered.'

export function saveErrorMessage({ messages, fields }: CategoryDefinition, error: unknown): string {
  if (error instanceof UnreachableError) {
    return `${messages.saveNetworkError} ${offlineMessage} We kept everything you typed.`
  }
  if (!(error instanceof ApiError)) return messages.saveNetworkError
  if (error.status === 500) return 'Something went wrong on our end! Please try again.'
  if (error.duplicate) {
    return `Not posted yet. It looks like “${error.duplicate.title}”, which you posted before.`
  }
  const labelled: Partial<Record<string, { label: string }>> = {
    photos: { label: 'Photos' },
    ...fields,
  }
  const invalid = Object.keys(error.fields).map((name) => labelled[name]?.label ?? name)
  if (invalid.length > 0) return `Please check: ${invalid.join(', ')}.`
  return error.serverMessage ?? messages.saveFailed
}
