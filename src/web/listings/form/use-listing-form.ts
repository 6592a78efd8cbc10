import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { ListingInput } from '#categories/listing-values.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { requestConfirmation } from '../../accounts/confirmation-request.ts'
import { useSession } from '../../accounts/session.tsx'
import { setSessionUser } from '../../accounts/set-session-user.ts'
import { useConfirmFirst } from '../../accounts/use-confirm-first.ts'
import { ApiError, hasStatus, isUnconfirmed } from '../../api.ts'
import { setServerErrors } from '../../forms/set-server-errors.ts'
import { removalMessage } from '../../photos/upload-messages.ts'
import { failedUploads, isFailed, isPaused, isUploaded } from '../../photos/upload-queue.ts'
import { useUploadQueue } from '../../photos/use-upload-queue.ts'
import { cardAnchor, type SavedCard } from '../dashboard/card-anchor.ts'
import { deleteDraft, type FormTarget, readDraft, saveDraft } from './draft.ts'
import { formPhotoSrc } from './form-photo-src.ts'
import { type FormValues, toFormValues } from './form-values.ts'
import { saveErrorMessage, unconfirmedMessage, uploadErrorMessage } from './save-error-message.ts'
import { useDuplicateQuestion } from './use-duplicate-question.ts'
import { useSaveListing } from './use-save-listing.ts'
import { validateForm } from './validate-form.ts'

const unconfirmedError = { type: 'unconfirmed', message: unconfirmedMessage }

/** The type of the error that names photos. */
const uploadsFailed = 'uploads'

/** The type of the message after a question that was closed: nothing is wrong. */
export const notPosted = 'duplicate'

const isSessionExpired = (error: unknown) => hasStatus(error, 401)

/** The form of a listing, the queue its photos upload in, its draft, and saving. */
export function useListingForm(target: FormTarget, listing: Listing | undefined, prefill: object) {
  const { category } = target
  const [defaultValues] = useState(() => toFormValues(category, listing ?? prefill))
  const [restoredDraft, setRestoredDraft] = useState(() => readDraft(target))
  const { user } = useSession()
  const uploadQueue = useUploadQueue((restoredDraft ?? defaultValues).photos, {
    isPaused: user?.confirmation === 'required',
    photoSrc: (url) => formPhotoSrc(category, listing, url),
  })
  const form = useForm<FormValues, unknown, ListingInput>({
    mode: 'onTouched',
    resolver: (values) => validateForm(category, values),
    // By focusFirstError: it takes the field that was registered first, and one that is shown later is registered last.
    shouldFocusError: false,
    defaultValues,
    ...(restoredDraft && { values: restoredDraft }),
    // Otherwise the draft would count as saved.
    resetOptions: { keepDefaultValues: true },
  })
  const { subscribe, clearErrors } = form
  const { isSubmitSuccessful, errors } = form.formState
  const isRefused = errors.root?.type === unconfirmedError.type
  const haveUploadsFailed = errors.root?.type === uploadsFailed
  const isConfirmed = user?.confirmation === 'confirmed'
  const duplicates = useDuplicateQuestion()
  const save = useSaveListing(target, duplicates.ask)
  const savedCard = useRef<SavedCard>(null)
  const confirmFirst = useConfirmFirst()
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  useEffect(() => {
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        const photos = values.photos.filter(isUploaded)
        if (isDirty) saveDraft(target, { ...values, photos })
        else deleteDraft(target)
      },
    })
  }, [subscribe, target])
  // It asked for what is done now, in the panel above or in another tab.
  useEffect(() => {
    if (isRefused && isConfirmed) clearErrors('root')
  }, [isRefused, isConfirmed, clearErrors])
  // The photos that failed were removed, or are on their way again.
  useEffect(() => {
    if (!haveUploadsFailed) return
    return uploadQueue.subscribe(() => {
      if (!uploadQueue.getPhotos().some(isFailed)) clearErrors(['root', 'photos'])
    })
  }, [haveUploadsFailed, uploadQueue, clearErrors])
  // In an effect: once rendered as saved, the form does not block the navigation.
  useEffect(() => {
    if (isSubmitSuccessful) navigate(pagePaths.dashboard, { state: savedCard.current })
  }, [isSubmitSuccessful, navigate])

  const showError = (error: unknown, message: string) => {
    if (isUnconfirmed(error)) return form.setError('root', unconfirmedError)
    if (error instanceof ApiError && error.duplicate) {
      return form.setError('root', { type: notPosted, message })
    }
    setServerErrors(form, error, message)
    if (isSessionExpired(error)) setSessionUser(queryClient, null)
  }
  const focusFirstError = () => {
    const first = Object.keys(form.getValues()).find((name) => form.getFieldState(name).invalid)
    if (first) form.setFocus(first)
  }
  /** Says which photos failed. Returns whether there are any. */
  const showFailedUploads = (): boolean => {
    const failures = failedUploads(uploadQueue.getPhotos())
    if (failures.length === 0) return false
    const errors = failures.map(({ error }) => error)
    const error = errors.find(isSessionExpired) ?? errors[0]
    const removal = removalMessage(failures, target.listingId ? 'save' : 'post')
    const message = [uploadErrorMessage(error), removal].filter(Boolean).join(' ')
    if (isSessionExpired(error) || isUnconfirmed(error)) {
      showError(error, message)
    } else {
      form.setError('root', { type: uploadsFailed, message })
      // Without a message, which each of them has in its place.
      form.setError('photos', { type: uploadsFailed })
    }
    return true
  }
  const showErrors = () => {
    showFailedUploads()
    focusFirstError()
  }
  const submit = form.handleSubmit(async () => {
    const next = target.listingId ? 'Then your change is saved.' : 'Then your listing is posted.'
    const mustConfirm = uploadQueue.getPhotos().some(isPaused)
    if (mustConfirm && !(await requestConfirmation(next))) {
      return form.setError('root', unconfirmedError)
    }
    await uploadQueue.whenSettled()
    if (showFailedUploads()) return focusFirstError()
    // Validated again: the values may have changed during the uploads.
    await form.handleSubmit(
      (body) =>
        confirmFirst(next, () => save(body)).then(
          (saved) => {
            savedCard.current = { savedCard: cardAnchor(category, saved) }
          },
          (error) => showError(error, saveErrorMessage(category, error)),
        ),
      showErrors,
    )()
  }, showErrors)
  const startOver = () => {
    setRestoredDraft(undefined)
    uploadQueue.reset(defaultValues.photos)
    // setFocus needs the registered inputs.
    form.reset(undefined, { keepFieldsRef: true })
    form.setFocus(Object.keys(category.fields)[0] ?? '')
  }

  return {
    form,
    uploadQueue,
    isDraftRestored: restoredDraft !== undefined,
    startOver,
    submit,
    duplicateDialog: duplicates.dialog,
  }
}
