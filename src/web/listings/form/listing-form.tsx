import { FormProvider, useFormContext } from 'react-hook-form'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { isUploading, type UploadQueue } from '../../photos/upload-queue.ts'
import { useQueuedPhotos } from '../../photos/use-upload-queue.ts'
import { LoggedOut } from '../../session/logged-out.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { FormTarget } from './draft.ts'
import { DraftRestored } from './draft-restored.tsx'
import { FormFields } from './form-fields.tsx'
import type { EditedListing } from './form-values.ts'
import { PhotoPanel } from './photo-panel.tsx'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'
import { notPosted, useListingForm } from './use-listing-form.ts'
import './listing-form.css'

const DuplicateDialog = lazyDialog(
  async () => (await import('./duplicate-dialog.tsx')).DuplicateDialog,
)

/** A form that creates a listing, optionally with prefilled values, or edits the given one. */
export function ListingForm({
  target,
  listing,
  prefill = {},
}: {
  target: FormTarget
  listing?: EditedListing
  prefill?: object
}) {
  const { category } = target
  const {
    form,
    uploadQueue,
    isDraftRestored,
    lostPhotos,
    startOver,
    submit,
    conflict,
    answerConflict,
    duplicateDialog,
  } = useListingForm(target, listing, prefill)
  const { errors, isDirty, isSubmitting, isSubmitSuccessful } = form.formState
  const isSessionExpired = errors.root?.type === '401'
  const hasPhotos = category.photos !== 'none'
  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label={listing ? category.labels.edit : category.labels.add}
        className="[&_*]:scroll-mt-10"
        onSubmit={submit}
      >
        {isDraftRestored && (
          <DraftRestored
            isNew={!listing}
            lostPhotos={lostPhotos}
            disabled={isSubmitting}
            onStartOver={startOver}
          />
        )}
        <div
          className={classNames(
            'grid grid-cols-1 items-start gap-5',
            hasPhotos && 'lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-8',
          )}
        >
          {hasPhotos && <PhotoPanel category={category} queue={uploadQueue} />}
          <div className="panel self-stretch rounded-b-none border-b-0 pb-5">
            <FormFields category={category} listing={listing} />
            <p className="mt-3 text-ink-2 text-sm">
              Not sure if you can post it?{' '}
              <Link to={pagePaths.rules} className="link">
                Read the rules
              </Link>
            </p>
          </div>
        </div>
        <Actions target={target} uploadQueue={uploadQueue} />
      </form>
      <LeaveQuestion
        isNew={!listing}
        isDirty={isDirty}
        isDone={isSubmitSuccessful || isSessionExpired}
        uploadQueue={uploadQueue}
      />
      <ConflictDialog category={category} {...conflict} onAnswer={answerConflict} />
      {duplicateDialog && <DuplicateDialog {...duplicateDialog} />}
    </FormProvider>
  )
}

function LeaveQuestion({
  isNew,
  isDirty,
  isDone,
  uploadQueue,
}: {
  isNew: boolean
  isDirty: boolean
  isDone: boolean
  uploadQueue: UploadQueue
}) {
  // The form has the photo from before until its change is uploaded.
  const isChangingPhoto = useQueuedPhotos(uploadQueue).some(({ replaced }) => replaced)
  return (
    <UnsavedChangesDialog shouldBlock={(isDirty || isChangingPhoto) && !isDone}>
      {isChangingPhoto && "You'll lose the changes to photos that aren't uploaded yet. "}
      {isDirty &&
        (isNew
          ? 'We keep a draft on this device. Nothing is posted yet.'
          : "We keep a draft on this device. The listing hasn't changed.")}
    </UnsavedChangesDialog>
  )
}

/**
 * The buttons, with the error of the last save. They stay at the bottom of the screen while any part of the form is on it,
 * and end the panel of the fields.
 */
function Actions({ target, uploadQueue }: { target: FormTarget; uploadQueue: UploadQueue }) {
  const { category, listingId } = target
  const { errors, isSubmitting, isSubmitSuccessful } = useFormContext().formState
  const hasUploads = useQueuedPhotos(uploadQueue).some(isUploading)
  const busyLabel = hasUploads ? 'Uploading photos…' : listingId ? 'Saving…' : 'Posting…'
  return (
    <div
      className={classNames(
        'listing-form-actions sticky bottom-0 grid gap-3 rounded-b-panel border border-line bg-card px-[min(--spacing(6),6.5vw)] py-3 sm:px-7',
        category.photos !== 'none' && 'listing-form-actions-beside-photos',
      )}
    >
      {errors.root?.type === notPosted ? (
        <Callout variant="bar">
          <p role="status">{errors.root.message}</p>
        </Callout>
      ) : (
        errors.root && (
          <Callout variant="danger">
            {errors.root.type === '401' ? (
              <>
                <LoggedOut path={pagePaths.login(formPath(target))} /> We kept everything you typed.
              </>
            ) : (
              errors.root.message
            )}
          </Callout>
        )
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <LinkButton as={Link} to={pagePaths.dashboard} variant="quiet" className="max-sm:hidden">
          Cancel
        </LinkButton>
        {/* The button is busy until the dashboard opens: a second submit would post the listing again. */}
        <Button
          type="submit"
          busy={isSubmitting || isSubmitSuccessful}
          busyLabel={busyLabel}
          className="max-sm:w-full"
        >
          {listingId ? 'Save changes' : `Post ${category.labels.singular}`}
        </Button>
      </div>
    </div>
  )
}

const formPath = ({ category, listingId }: FormTarget) =>
  listingId ? pagePaths.edit(category.id, listingId) : pagePaths.create(category.id)
