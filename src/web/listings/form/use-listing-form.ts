import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ListingInput } from '#categories/listing-values.ts'
import { pagePaths } from '#contract/paths.ts'
import { setServerErrors } from '../../forms/set-server-errors.ts'
import { useTouchedForm } from '../../forms/use-touched-form.ts'
import { removalMessage } from '../../photos/upload-messages.ts'
import { failedUploads, isFailed, isPaused, isUploaded } from '../../photos/upload-queue.ts'
import { useUploadQueue } from '../../photos/use-upload-queue.ts'
import { ApiError, hasStatus, isUnconfirmed, useApi } from '../../queries/api.ts'
import { requestConfirmation } from '../../session/confirmation/confirmation-request.ts'
import { useConfirmFirst } from '../../session/confirmation/use-confirm-first.ts'
import { useSession } from '../../session/session.tsx'
import { setSessionUser } from '../../session/set-session-user.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { isGone, listingQuery, readListing } from '../listing-queries.ts'
import { cardAnchor, type SavedCard } from '../listing-urls.ts'
import type { ConflictAnswer } from './conflict-dialog.tsx'
import {
  applyChanges,
  changesOf,
  deleteDraft,
  type FormTarget,
  findConflicts,
  readDraft,
  saveDraft,
  unansweredDraft,
} from './draft.ts'
import { openFolds } from './field-behaviour.ts'
import {
  type EditedListing,
  type FormValues,
  listingValues,
  offersOf,
  toFormValues,
  validateForm,
  withoutUnknownOffers,
} from './form-values.ts'
import { formPhotoSrc } from './photo-panel.tsx'
import { useDraftRelease, useLostPhotos } from './use-draft.ts'
import {
  saveErrorMessage,
  unconfirmedMessage,
  uploadErrorMessage,
  useDuplicateQuestion,
  useSaveListing,
} from './use-save-listing.ts'

const unconfirmedError = { type: 'unconfirmed', message: unconfirmedMessage }
/** The type of the error that lists failed photos. */
const uploadsFailed = 'uploads'

/** The type of the message during or after a question to the student. Nothing is wrong in that case. */
export const notPosted = 'duplicate'

const isSessionExpired = (error: unknown) => hasStatus(error, 401)

/** Returns a listing's form, the upload queue of its photos, its draft, and the function that saves it. */
export function useListingForm(
  target: FormTarget,
  listing: EditedListing | undefined,
  prefill: object,
) {
  const { category } = target
  const [defaultValues] = useState(() =>
    listing ? listingValues(listing) : toFormValues(category, prefill),
  )
  /** The version of the listing that the student's changes are based on. */
  const base = useRef({ values: defaultValues, updatedAt: listing?.updatedAt })
  const [draft] = useState(() => readDraft(target))
  const [restoredDraft, setRestoredDraft] = useState(() =>
    draft ? applyChanges(category, defaultValues, draft.changes) : undefined,
  )
  const [conflict, setConflict] = useState(() => {
    const isOutdated = draft && draft.updatedAt !== listing?.updatedAt
    const fields = listing && isOutdated ? findConflicts(defaultValues, draft.changes) : []
    const mine = restoredDraft ?? defaultValues
    return { open: fields.length > 0, fields, mine, newer: defaultValues, isSaving: false }
  })
  const isAsking = useRef(conflict.open)
  /** The changes of a conflict until it is answered. The next save asks again, and so does a reload. */
  const unanswered = useRef(conflict.open ? draft : undefined)
  const { user } = useSession()
  const uploadQueue = useUploadQueue((restoredDraft ?? defaultValues).photos, {
    isPaused: user?.confirmation === 'required',
    photoSrc: (url) => formPhotoSrc(listing, url),
  })
  const restoredPhotos = restoredDraft?.photos ?? []
  const lostPhotos = useLostPhotos(
    uploadQueue,
    restoredPhotos.filter((url) => !defaultValues.photos.includes(url)),
  )
  const form = useTouchedForm<FormValues, unknown, ListingInput>({
    resolver: (values) => validateForm(category, values),
    // `focusFirstError` sets the focus. React Hook Form would take the field that was registered first, and a field that
    // appears later is registered last.
    shouldFocusError: false,
    defaultValues,
    ...(restoredDraft && { values: restoredDraft }),
    // Keep the default values, or the draft would count as saved.
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
  const api = useApi()

  useEffect(() => {
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isAsking.current) return
        const { values: baseValues, updatedAt } = base.current
        const photos = values.photos.filter(isUploaded)
        const changes = changesOf(baseValues, { ...values, photos })
        const earlier = unanswered.current
        if (!isDirty) return deleteDraft(target)
        saveDraft(target, earlier ? unansweredDraft(changes, earlier) : { changes, updatedAt })
      },
    })
  }, [subscribe, target])
  useDraftRelease(target)
  // The error asked to confirm the email address. The student has done that since, in the panel above or in another tab.
  useEffect(() => {
    if (isRefused && isConfirmed) clearErrors('root')
  }, [isRefused, isConfirmed, clearErrors])
  // Clear the error once the failed photos are removed or uploading again.
  useEffect(() => {
    if (!haveUploadsFailed) return
    return uploadQueue.subscribe(() => {
      if (!uploadQueue.getPhotos().some(isFailed)) clearErrors(['root', 'photos'])
    })
  }, [haveUploadsFailed, uploadQueue, clearErrors])
  // This runs in an effect because the form blocks navigation until it has rendered as saved.
  useEffect(() => {
    if (isSubmitSuccessful) navigate(pagePaths.dashboard, { state: savedCard.current })
  }, [isSubmitSuccessful, navigate])

  const showError = (error: unknown, message: string) => {
    if (isUnconfirmed(error)) return form.setError('root', unconfirmedError)
    if (error instanceof ApiError && error.duplicate) {
      return form.setError('root', { type: notPosted, message })
    }
    const [first] = setServerErrors(form, error, message)
    if (first) focusField(first)
    if (isSessionExpired(error)) setSessionUser(queryClient, null)
  }
  const focusField = (name: string) => {
    openFolds(document.getElementsByName(name)[0])
    form.setFocus(name)
  }
  const focusFirstError = () => {
    const first = Object.keys(form.getValues()).find((name) => form.getFieldState(name).invalid)
    if (first) focusField(first)
  }
  /** Shows which photos failed. Returns whether any did. */
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
      // This error has no message: each failed photo shows its own.
      form.setError('photos', { type: uploadsFailed })
    }
    return true
  }
  const showErrors = () => {
    showFailedUploads()
    focusFirstError()
  }
  const submit = form.handleSubmit(async () => {
    if (unanswered.current) return askConflict(conflict)
    const next = target.listingId ? 'Then your change is saved.' : 'Then your listing is posted.'
    if (uploadQueue.getPhotos().some(isPaused) && !(await requestConfirmation(next))) {
      return form.setError('root', unconfirmedError)
    }
    await uploadQueue.whenSettled()
    if (showFailedUploads()) return focusFirstError()
    const saveBody = async (body: ListingInput): Promise<void> => {
      try {
        const input = withoutUnknownOffers(listing, body)
        const saved = await confirmFirst(next, () => save(input, base.current.updatedAt))
        savedCard.current = { savedCard: cardAnchor(saved), isPosted: !target.listingId }
      } catch (error) {
        // The listing was changed elsewhere. If no field conflicts, `moveToNewer` merges the changes, and we save again.
        if (hasStatus(error, 412) && (await moveToNewer())) return saveValid()
        if (!isAsking.current) showError(error, saveErrorMessage(category, error))
      }
    }
    const saveValid = () => form.handleSubmit(saveBody, showErrors)()
    // Validate again, because the values may have changed during the uploads.
    await saveValid()
  }, showErrors)

  /**
   * Rebases the changes on the current listing. Returns false if that fails, or if a field was changed both here and
   * elsewhere.
   */
  const moveToNewer = async (): Promise<boolean> => {
    const query = listingQuery(api, { category: category.id, id: target.listingId ?? '' })
    const found = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => null)
    if (!found || isGone(found)) return false
    const newer = readListing(category.id, found)
    // Only the owner's list has what the seller says about offers, and nothing else changes it.
    const values = { ...listingValues(newer), ...offersOf(category, base.current.values) }
    const changes = changesOf(base.current.values, form.getValues())
    const fields = findConflicts(values, changes)
    isAsking.current = true
    form.reset(values, { keepFieldsRef: true })
    for (const [name, { to }] of Object.entries(changes)) {
      form.setValue(name, to, { shouldDirty: true })
    }
    if (!changes.photos) uploadQueue.reset(values.photos)
    isAsking.current = false
    const { updatedAt } = base.current
    base.current = { values, updatedAt: newer.updatedAt }
    if (fields.length === 0) return true
    unanswered.current = { changes, updatedAt }
    askConflict({ fields, newer: values })
    return false
  }
  /** Asks how to resolve a conflict before saving. */
  const askConflict = ({ fields, newer }: Pick<typeof conflict, 'fields' | 'newer'>) => {
    isAsking.current = true
    // This has to be an error of the form. Otherwise the form would count as saved.
    form.setError('root', { type: notPosted, message: 'Not saved yet. It was changed elsewhere.' })
    setConflict({ open: true, fields, mine: { ...form.getValues() }, newer, isSaving: true })
  }
  const answerConflict = (answer: ConflictAnswer) => {
    const { fields, newer, isSaving } = conflict
    isAsking.current = false
    setConflict({ ...conflict, open: false })
    if (answer) unanswered.current = undefined
    if (!answer || answer === 'mine') return answer && isSaving ? submit() : undefined
    for (const name of fields) {
      if (name === 'photos') uploadQueue.reset(newer.photos)
      form.setValue(name, newer[name] ?? '', { shouldDirty: true, shouldValidate: true })
    }
    form.clearErrors('root')
    if (Object.keys(changesOf(newer, form.getValues())).some((name) => !fields.includes(name))) {
      const text = "We took the other version. Your other changes aren't saved yet."
      showToast({ variant: 'ok', text })
    }
  }
  const startOver = () => {
    unanswered.current = undefined
    setRestoredDraft(undefined)
    uploadQueue.reset(base.current.values.photos)
    // Keep the registered inputs, because setFocus needs them.
    form.reset(undefined, { keepFieldsRef: true })
    form.setFocus(Object.keys(category.fields)[0] ?? '')
  }

  return {
    form,
    uploadQueue,
    isDraftRestored: restoredDraft !== undefined,
    lostPhotos,
    startOver,
    submit,
    conflict,
    answerConflict,
    duplicateDialog: duplicates.dialog,
  }
}
