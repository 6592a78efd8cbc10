import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { PhotoField } from '../../photos/photo-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import type { DraftPlace } from './draft.ts'
import { FormFields } from './form-fields.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { fieldId, type ListingFormState, useListingForm } from './listing-form-state.ts'

/** Creates a listing, or changes the one it is given. */
export function ListingForm({ place, listing }: { place: DraftPlace; listing?: Listing }) {
  const { category } = place
  const form = useListingForm(place, listing)
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
        {form.isRestored && <Restored isNew={!listing} onStartOver={form.startOver} />}
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-8">
          <div className="panel lg:sticky lg:top-22 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto">
            <PhotoField id={fieldId('photos')} tray={form.tray} error={form.errors.photos} />
          </div>
          <div className="panel pb-0">
            <FormFields category={category} form={form} />
            <Actions place={place} form={form} />
          </div>
        </div>
      </form>
      <LeaveDialog asks={form.isChanged && !form.failure?.signedOut} />
    </>
  )
}

function Restored({ isNew, onStartOver }: { isNew: boolean; onStartOver: () => void }) {
  return (
    <div className="mb-5">
      <Callout>
        <div role="status" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-base">
            {isNew
              ? 'Your draft from last time is back.'
              : 'Your unsaved changes from last time are back.'}
          </p>
          <Button look="secondary" size="small" onClick={onStartOver}>
            Start over
          </Button>
        </div>
      </Callout>
    </div>
  )
}

/** Always in view: the way to save, and what stands in it. */
function Actions({ place, form }: { place: DraftPlace; form: ListingFormState }) {
  const { category, listingId } = place
  const busyLabel = form.isUploading ? 'Uploading photos…' : listingId ? 'Saving…' : 'Posting…'
  return (
    <div className="sticky bottom-0 -mx-6 mt-3 grid gap-3 rounded-b-panel border-line border-t bg-card px-6 py-4 sm:-mx-7 sm:px-7">
      {form.failure && (
        <Callout look="danger">
          {form.failure.signedOut ? (
            <>
              Your session has ended. Everything you typed is kept.{' '}
              <Link className="link inline-block" to={pagePaths.login(addressOf(place))}>
                Sign in to go on
              </Link>
            </>
          ) : (
            form.failure.sentence
          )}
        </Callout>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <Link to={pagePaths.dashboard} className="button button-quiet max-sm:hidden">
          Cancel
        </Link>
        <Button type="submit" busy={form.isSaving} busyLabel={busyLabel} className="max-sm:w-full">
          {listingId ? 'Save changes' : `Post ${category.labels.singular}`}
        </Button>
      </div>
    </div>
  )
}

const addressOf = ({ category, listingId }: DraftPlace) =>
  listingId ? pagePaths.edit(category.id, listingId) : pagePaths.create(category.id)
