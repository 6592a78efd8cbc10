import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { PhotoField } from '../../photos/photo-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import type { FormTarget } from './draft.ts'
import { FormFields } from './form-fields.tsx'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'
import { fieldId, type ListingFormState, useListingForm } from './use-listing-form.ts'

/** Creates a listing, or edits the given one. */
export function ListingForm({ target, listing }: { target: FormTarget; listing?: Listing }) {
  const { category } = target
  const form = useListingForm(target, listing)
  return (
    <>
      <form
        noValidate
        aria-label={listing ? category.labels.edit : category.labels.add}
        className="[&_:is(a,button,input,select,textarea)]:scroll-mt-24 [&_:is(a,button,input,select,textarea)]:scroll-mb-40"
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        {form.isDraftRestored && <DraftRestored isNew={!listing} onReset={form.reset} />}
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-8">
          <div className="panel lg:sticky lg:top-22 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto">
            <PhotoField
              id={fieldId('photos')}
              queue={form.uploadQueue}
              error={form.errors.photos}
            />
          </div>
          <div className="panel pb-0">
            <FormFields category={category} form={form} />
            <Actions target={target} form={form} />
          </div>
        </div>
      </form>
      <UnsavedChangesDialog shouldBlock={form.isDirty && !form.saveError?.isSessionExpired} />
    </>
  )
}

function DraftRestored({ isNew, onReset }: { isNew: boolean; onReset: () => void }) {
  return (
    <div className="mb-5">
      <Callout>
        <div role="status" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-base">
            {isNew
              ? 'Your draft from last time is back.'
              : 'Your unsaved changes from last time are back.'}
          </p>
          <Button variant="secondary" size="small" onClick={onReset}>
            Start over
          </Button>
        </div>
      </Callout>
    </div>
  )
}

/** Sticky at the bottom, with the error of the last save. */
function Actions({ target, form }: { target: FormTarget; form: ListingFormState }) {
  const { category, listingId } = target
  const busyLabel = form.isUploading ? 'Uploading photos…' : listingId ? 'Saving…' : 'Posting…'
  return (
    <div className="sticky bottom-0 -mx-6 mt-3 grid gap-3 rounded-b-panel border-line border-t bg-card px-6 py-4 sm:-mx-7 sm:px-7">
      {form.saveError && (
        <Callout variant="danger">
          {form.saveError.isSessionExpired ? (
            <>
              Your session has ended. Everything you typed is kept.{' '}
              <Link className="link inline-block" to={pagePaths.login(formPath(target))}>
                Sign in to go on
              </Link>
            </>
          ) : (
            form.saveError.message
          )}
        </Callout>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <LinkButton as={Link} to={pagePaths.dashboard} variant="quiet" className="max-sm:hidden">
          Cancel
        </LinkButton>
        <Button type="submit" busy={form.isSaving} busyLabel={busyLabel} className="max-sm:w-full">
          {listingId ? 'Save changes' : `Post ${category.labels.singular}`}
        </Button>
      </div>
    </div>
  )
}

const formPath = ({ category, listingId }: FormTarget) =>
  listingId ? pagePaths.edit(category.id, listingId) : pagePaths.create(category.id)
