import { useEffect, useRef, useState } from 'react'
import type { Listing } from '#contract/listings.ts'
import { useOwnTray } from '../../photos/own-tray.ts'
import { usePhotos } from '../../photos/photo-field.tsx'
import { urlsOf } from '../../photos/photo-tray.ts'
import { checkForm, firstWrong } from './check-form.ts'
import { type Draft, type DraftPlace, dropDraft, keepDraft, readDraft } from './draft.ts'
import { blankValues, type FormValue, isSame, valuesOfListing } from './form-values.ts'
import { UploadsFailed, useSaveListing } from './save-listing.ts'

export const fieldId = (name: string) => `listing-${name}`

const focusField = (name: string | undefined) =>
  name && document.getElementById(fieldId(name))?.focus()

/** Everything the form knows: what is typed and chosen, what is wrong with it, and how saving goes. */
export function useListingForm(place: DraftPlace, listing: Listing | undefined) {
  const { category } = place
  const [saved] = useState(() => startOf(place, listing))
  const [restored, setRestored] = useState(() => readDraft(place))
  const [values, setValues] = useState((restored ?? saved).values)
  const tray = useOwnTray((restored ?? saved).photos)
  const photos = usePhotos(tray)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const { save, isSaving, failure, forgetFailure } = useSaveListing(place)
  // Uploads may take a while: what is saved then is what stands there then.
  const latest = useRef(values)
  latest.current = values
  const isBusy = useRef(false)

  const photoUrls = urlsOf(photos)
  const now: Draft = { values, photos: photoUrls }
  const isChanged = !isSame(now, saved) || photoUrls.length < photos.length
  const draftText = isChanged ? JSON.stringify(now) : undefined
  useEffect(() => {
    if (draftText) keepDraft(place, draftText)
    else dropDraft(place)
  }, [place, draftText])

  const { errors: wrong = {} } = checkForm(category, values, photoUrls)
  // A photo on its way counts as one.
  if (photos.length > 0) delete wrong.photos
  const seen = Object.entries(wrong).filter(([name]) => tried || left.has(name))
  const errors = { ...refused, ...Object.fromEntries(seen) }

  const set = (name: string, value: FormValue) => {
    setValues((before) => ({ ...before, [name]: value }))
    setRefused(({ [name]: _, ...others }) => others)
  }
  const leave = (name: string) => setLeft((before) => new Set(before).add(name))

  const bodyOnceUploaded = async () => {
    await tray.settled()
    const failed = tray.photos().filter(({ upload }) => upload.state === 'failed')
    if (failed.length > 0) throw new UploadsFailed(failed)
    const { body, errors: late } = checkForm(category, latest.current, urlsOf(tray.photos()))
    if (late) focusField(firstWrong(category, late))
    return body
  }
  const trySaving = async () => {
    setTried(true)
    setRefused({})
    forgetFailure()
    const first = firstWrong(category, wrong)
    if (first) return focusField(first)
    const fields = await save(bodyOnceUploaded)
    setRefused(fields)
    focusField(firstWrong(category, fields))
  }
  const submit = async () => {
    // A second press may come before the button is seen to be busy.
    if (isBusy.current) return
    isBusy.current = true
    await trySaving()
    isBusy.current = false
  }
  const startOver = () => {
    setRestored(undefined)
    setValues(saved.values)
    tray.replace(saved.photos)
    setTried(false)
    setLeft(new Set())
    setRefused({})
    forgetFailure()
    focusField(Object.keys(category.fields)[0])
  }

  return {
    values,
    set,
    leave,
    errors,
    tray,
    isChanged,
    isRestored: restored !== undefined,
    startOver,
    submit,
    isSaving,
    isUploading: photos.some(({ upload }) => upload.state === 'uploading'),
    failure,
  }
}

export type ListingFormState = ReturnType<typeof useListingForm>

function startOf({ category }: DraftPlace, listing: Listing | undefined): Draft {
  if (!listing) return { values: blankValues(category), photos: [] }
  return { values: valuesOfListing(category, listing), photos: listing.photos }
}
