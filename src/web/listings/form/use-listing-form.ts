import { useEffect, useRef, useState } from 'react'
import type { Listing } from '#contract/listings.ts'
import { uploadedUrls } from '../../photos/upload-queue.ts'
import { useQueuedPhotos, useUploadQueue } from '../../photos/use-upload-queue.ts'
import { type Draft, deleteDraft, type FormTarget, readDraft, saveDraft } from './draft.ts'
import { emptyValues, type FormValue, isEqual, toFormValues } from './form-values.ts'
import { UploadError, useSaveListing } from './use-save-listing.ts'
import { firstInvalidField, validateForm } from './validate-form.ts'

export const fieldId = (name: string) => `listing-${name}`

const focusField = (name: string | undefined) =>
  name && document.getElementById(fieldId(name))?.focus()

/** The state of the form: values, photos, validation, draft and saving. */
export function useListingForm(target: FormTarget, listing: Listing | undefined) {
  const { category } = target
  const [defaults] = useState(() => defaultDraft(target, listing))
  const [restoredDraft, setRestoredDraft] = useState(() => readDraft(target))
  const [values, setValues] = useState((restoredDraft ?? defaults).values)
  const uploadQueue = useUploadQueue((restoredDraft ?? defaults).photos)
  const photos = useQueuedPhotos(uploadQueue)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const [serverErrors, setServerErrors] = useState<Record<string, string>>({})
  const { save, isSaving, saveError, resetSaveError } = useSaveListing(target)
  // Saving waits for uploads: it sends the values of that moment, not those of the submit.
  const latestValues = useRef(values)
  latestValues.current = values
  const isSubmitting = useRef(false)

  const photoUrls = uploadedUrls(photos)
  const current: Draft = { values, photos: photoUrls }
  const isDirty = !isEqual(current, defaults) || photoUrls.length < photos.length
  const draftJson = isDirty ? JSON.stringify(current) : undefined
  useEffect(() => {
    if (draftJson) saveDraft(target, draftJson)
    else deleteDraft(target)
  }, [target, draftJson])

  const { errors: clientErrors = {} } = validateForm(category, values, photoUrls)
  // Photos that are still uploading count too.
  if (photos.length > 0) delete clientErrors.photos
  const visibleErrors = Object.entries(clientErrors).filter(
    ([name]) => isSubmitted || touched.has(name),
  )
  const errors = { ...serverErrors, ...Object.fromEntries(visibleErrors) }

  const setValue = (name: string, value: FormValue) => {
    setValues((previous) => ({ ...previous, [name]: value }))
    setServerErrors(({ [name]: _, ...others }) => others)
  }
  const markTouched = (name: string) => setTouched((previous) => new Set(previous).add(name))

  const buildBody = async () => {
    await uploadQueue.whenSettled()
    const settled = uploadQueue.getPhotos()
    const failed = settled.filter(({ upload }) => upload.state === 'failed')
    if (failed.length > 0) throw new UploadError(failed)
    const result = validateForm(category, latestValues.current, uploadedUrls(settled))
    if (result.errors) focusField(firstInvalidField(category, result.errors))
    return result.body
  }
  const validateAndSave = async () => {
    setSubmitted(true)
    setServerErrors({})
    resetSaveError()
    const invalid = firstInvalidField(category, clientErrors)
    if (invalid) return focusField(invalid)
    const fields = await save(buildBody)
    setServerErrors(fields)
    focusField(firstInvalidField(category, fields))
  }
  const submit = async () => {
    // A second submit can come before the button renders as busy.
    if (isSubmitting.current) return
    isSubmitting.current = true
    await validateAndSave()
    isSubmitting.current = false
  }
  const reset = () => {
    setRestoredDraft(undefined)
    setValues(defaults.values)
    uploadQueue.reset(defaults.photos)
    setSubmitted(false)
    setTouched(new Set())
    setServerErrors({})
    resetSaveError()
    focusField(Object.keys(category.fields)[0])
  }

  return {
    values,
    setValue,
    markTouched,
    errors,
    uploadQueue,
    isDirty,
    isDraftRestored: restoredDraft !== undefined,
    reset,
    submit,
    isSaving,
    isUploading: photos.some(({ upload }) => upload.state === 'uploading'),
    saveError,
  }
}

export type ListingFormState = ReturnType<typeof useListingForm>

function defaultDraft({ category }: FormTarget, listing: Listing | undefined): Draft {
  if (!listing) return { values: emptyValues(category), photos: [] }
  return { values: toFormValues(category, listing), photos: listing.photos }
}
