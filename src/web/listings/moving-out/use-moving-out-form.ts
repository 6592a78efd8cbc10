import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { MovingSale } from '#contract/moving-out.ts'
import { maxMovingItems } from '#contract/moving-out-rules.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { photoSrc } from '#contract/photos.ts'
import { addResultMessage, uploadStatusMessage } from '../../photos/upload-messages.ts'
import { isFailed, isPaused, type QueuedPhoto } from '../../photos/upload-queue.ts'
import { usePhotoUrls, useQueuedPhotos, useUploadQueue } from '../../photos/use-upload-queue.ts'
import { ApiError, hasStatus, offlineMessage, useApi } from '../../queries/api.ts'
import { requestConfirmation } from '../../session/confirmation/confirmation-request.ts'
import { useConfirmFirst } from '../../session/confirmation/use-confirm-first.ts'
import { useSession } from '../../session/session.tsx'
import { setSessionUser } from '../../session/set-session-user.ts'
import { createStore, useStore } from '../../ui/store.ts'
import { deleteDraft, movingOutForm, readDraft, saveDraft } from '../form/draft.ts'
import { useDraftRelease, useLostPhotos } from '../form/use-draft.ts'
import { unconfirmedMessage } from '../form/use-save-listing.ts'
import { listingKeys } from '../listing-queries.ts'
import type { PostedSaleState } from './posted-sale.tsx'

/** What is typed about one photo. */
export interface ItemValues {
  title: string
  price: string
  isFree: boolean
  /** The kind of item, or '' if it was not said. */
  kind: string
}

export interface Common {
  place: string
  pickup_window: string
  freeDay: string
  freeTime: string
  bundle_price: string
}

/** What is typed: about each photo by its id, and about all of them. */
export interface Typed {
  items: Readonly<Record<number, ItemValues>>
  common: Common
  /** What was typed about photos that the server has deleted since. The next photos that are added get it, in order. */
  waiting: readonly ItemValues[]
}

/** What a draft keeps: the uploaded photos with what is typed about each, and about all of them. */
interface MovingDraft {
  items: readonly (ItemValues & { url: string })[]
  common: Common
  waiting?: readonly ItemValues[]
}

/** The time beside a day that was just chosen. */
const usualTime = '18:00'

const emptyItem: ItemValues = { title: '', price: '', isFree: false, kind: '' }
const emptyCommon: Common = {
  place: '',
  pickup_window: '',
  freeDay: '',
  freeTime: '',
  bundle_price: '',
}

const nothing: Typed = { items: {}, common: emptyCommon, waiting: [] }

/** What happens once the email is confirmed. */
const next = 'Then your items are posted.'

/** The form of somebody who moves out: photos, what is typed about each, and the function that posts all of it. */
export function useMovingOutForm(studentId: number) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const confirmFirst = useConfirmFirst()
  const { user } = useSession()
  const target = useMemo(() => ({ studentId, category: movingOutForm }), [studentId])
  const [draft] = useState(() => readDraft<MovingDraft>(target)?.changes)
  const [isDraftRestored, setDraftRestored] = useState(draft !== undefined)
  const [isEmptied, setEmptied] = useState(false)
  const restoredUrls = draft?.items.map(({ url }) => url) ?? []
  const queue = useUploadQueue(restoredUrls, {
    isPaused: user?.confirmation === 'required',
    photoSrc: (url) => photoSrc(url, 320),
    max: maxMovingItems,
  })
  const photos = useQueuedPhotos(queue)
  // A press waits for uploads. Then it posts what is typed by then, which state of an earlier render would not have.
  const [store] = useState(() => createStore(draft ? fromDraft(queue.getPhotos(), draft) : nothing))
  const typed = useStore(store)
  const lostPhotos =
    useLostPhotos(queue, restoredUrls, (ids) => store.set(withoutPhotos(store.get(), ids))) +
    (draft?.waiting?.length ?? 0)
  const keepDraft = useCallback(() => {
    const changes = toDraft(queue.getPhotos(), store.get())
    if (changes) saveDraft(target, { changes })
    else deleteDraft(target)
  }, [queue, store, target])
  useEffect(() => store.subscribe(keepDraft), [store, keepDraft])
  usePhotoUrls(queue, keepDraft)
  useDraftRelease(target)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<{ text: string; isDuplicate: boolean }>()
  const [announcement, announce] = useState('')
  const [isBusy, setBusy] = useState(false)
  const lastSent = useRef({ body: '', clientId: '' })
  const isLeaving = useRef(false)

  const addPhotos = (files: readonly File[]) => {
    const count = queue.getPhotos().length
    announce(addResultMessage(queue.add(files), maxMovingItems))
    store.set(withPhotos(store.get(), queue.getPhotos().slice(count)))
  }

  const post = async (anyway = false) => {
    if (isBusy) return
    setProblem(undefined)
    setErrors({})
    setBusy(true)
    try {
      if (queue.getPhotos().some(isPaused) && !(await requestConfirmation(next))) {
        return setProblem({ text: unconfirmedMessage, isDuplicate: false })
      }
      await queue.whenSettled()
      if (queue.getPhotos().some(isFailed)) {
        const text = uploadStatusMessage(queue.getPhotos())
        return setProblem({ text, isDuplicate: false })
      }
      const toBody = () => ({
        ...toMovingBody(queue.getPhotos(), store.get()),
        ...(anyway && { anyway }),
      })
      const sale = await confirmFirst(next, () =>
        api.post<MovingSale>(apiPaths.movingSales, withClientId(toBody(), lastSent)),
      )
      deleteDraft(target)
      isLeaving.current = true
      queryClient.removeQueries({ queryKey: listingKeys.lists })
      const state: PostedSaleState = { isPosted: true }
      navigate(pagePaths.movingOut(sale.id), { state })
    } catch (error) {
      if (hasStatus(error, 401)) setSessionUser(queryClient, null)
      setErrors(error instanceof ApiError ? error.fields : {})
      setProblem({ text: problemText(error), isDuplicate: isDuplicate(error) })
    } finally {
      setBusy(false)
    }
  }
  const startOver = () => {
    setDraftRestored(false)
    setErrors({})
    setProblem(undefined)
    queue.reset([])
    store.set(nothing)
  }
  // A draft whose photos are deleted may have nothing left. Then nothing is back.
  const isEmpty = photos.length === 0 && typed.waiting.length === 0 && !hasText(typed.common)
  if (isDraftRestored && isEmpty && !isEmptied) setEmptied(true)
  return {
    isDraftRestored: isDraftRestored && !isEmptied,
    lostPhotos,
    startOver,
    photos,
    queue,
    addPhotos,
    announcement,
    itemOf: (photo: QueuedPhoto) => itemOf(photo, typed),
    setItem: (id: number, change: Partial<ItemValues>) => {
      const { items, ...others } = store.get()
      const item = { ...emptyItem, ...items[id], ...change }
      store.set({ ...others, items: { ...items, [id]: item } })
    },
    waiting: typed.waiting,
    common: typed.common,
    /** The fields stay after a draft had text in them, so that clearing a field doesn't close it. */
    showsCommon:
      photos.length > 0 ||
      hasText(typed.common) ||
      (isDraftRestored && hasText(draft?.common ?? emptyCommon)),
    setCommon: (change: Partial<Common>) => {
      const { common, ...others } = store.get()
      const freeTime = common.freeTime || (change.freeDay ? usualTime : '')
      store.set({ ...others, common: { ...common, freeTime, ...change } })
    },
    hasFree: hasFree(photos, typed),
    errors,
    problem,
    isBusy,
    isLeaving,
    isTyped: photos.length > 0 && user !== null,
    post,
  }
}

const hasText = (common: Common) => Object.values(common).some((text) => text)

const itemOf = ({ id }: Pick<QueuedPhoto, 'id'>, { items }: Pick<Typed, 'items'>): ItemValues =>
  items[id] ?? emptyItem

const hasFree = (photos: readonly Pick<QueuedPhoto, 'id'>[], typed: Pick<Typed, 'items'>) =>
  photos.some((photo) => itemOf(photo, typed).isFree)

/** Takes the texts of photos that are deleted aside. An item without a title and a price has nothing to keep. */
export function withoutPhotos(typed: Typed, ids: readonly number[]): Typed {
  const texts = ids.map((id) => itemOf({ id }, typed))
  const items = Object.entries(typed.items).filter(([id]) => !ids.includes(Number(id)))
  return {
    ...typed,
    items: Object.fromEntries(items),
    waiting: [...typed.waiting, ...texts.filter(({ title, price }) => title || price)],
  }
}

/** Gives the texts of deleted photos to the photos that are added. */
export function withPhotos(typed: Typed, added: readonly Pick<QueuedPhoto, 'id'>[]): Typed {
  const texts = typed.waiting.slice(0, added.length)
  const items = texts.map((text, index) => [added[index]?.id, text])
  return {
    ...typed,
    items: { ...typed.items, ...Object.fromEntries(items) },
    waiting: typed.waiting.slice(texts.length),
  }
}

/** Returns what a draft keeps, or undefined if that is nothing. */
export function toDraft(photos: readonly QueuedPhoto[], typed: Typed): MovingDraft | undefined {
  const { common, waiting } = typed
  const items = photos.flatMap((photo) =>
    photo.upload.state === 'uploaded' ? [{ ...itemOf(photo, typed), url: photo.upload.url }] : [],
  )
  const isEmpty = items.length === 0 && waiting.length === 0 && !hasText(common)
  return isEmpty ? undefined : { items, common, waiting }
}

/** Returns what was typed. The photos are those of the draft, in its order, and have new ids. */
export function fromDraft(
  photos: readonly Pick<QueuedPhoto, 'id'>[],
  { items, common, waiting = [] }: MovingDraft,
): Typed {
  const texts = items.map(({ url: _, ...item }, index) => [photos[index]?.id, item])
  return { items: Object.fromEntries(texts), common, waiting }
}

/** Returns the body of the request. A time without a day is sent, too, so that the server asks for the day. */
export function toMovingBody(
  photos: readonly Pick<QueuedPhoto, 'id' | 'upload'>[],
  typed: Pick<Typed, 'items' | 'common'>,
) {
  const { place, pickup_window, freeDay, freeTime, bundle_price } = typed.common
  return {
    items: photos.map((photo) => {
      const { title, price, isFree, kind } = itemOf(photo, typed)
      const { upload } = photo
      return {
        title,
        price: isFree ? 0 : price,
        is_free: isFree,
        category: kind || null,
        photos: upload.state === 'uploaded' ? [upload.url] : [],
      }
    }),
    place,
    pickup_window,
    free_until: hasFree(photos, typed) && (freeDay || freeTime) ? `${freeDay}T${freeTime}` : null,
    // The field is hidden for a single item.
    bundle_price: (photos.length > 1 && bundle_price) || null,
  }
}

/**
 * Adds an id. A second try with the same contents has the same id, so that it posts nothing twice. Other contents have
 * another one: the server would answer with the first items and drop what was corrected.
 */
export function withClientId<Body extends object>(
  body: Body,
  lastSent: { current: { body: string; clientId: string } },
): Body & { client_id: string } {
  const text = JSON.stringify(body)
  if (lastSent.current.body !== text) {
    lastSent.current = { body: text, clientId: crypto.randomUUID() }
  }
  return { ...body, client_id: lastSent.current.clientId }
}

const isDuplicate = (error: unknown) => error instanceof ApiError && error.code === 'duplicate'

function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return `${offlineMessage} We kept everything you typed.`
  const text = error.serverMessage ?? "That wasn't posted. Please try again."
  const isInvalid = error.status === 400 && Object.keys(error.fields).length > 0
  return isInvalid ? 'Please check the marked fields. Nothing is posted yet.' : text
}
