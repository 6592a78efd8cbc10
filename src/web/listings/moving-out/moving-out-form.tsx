import { ImagePlusIcon, Trash2Icon } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useEffect, useRef } from 'react'
import { campus } from '#campus/campus.ts'
import { maxLengths } from '#categories/limits.ts'
import { maxMovingItems, maxPickupLength } from '#contract/moving-out-rules.ts'
import { PhotoPreview } from '../../photos/photo-tile.tsx'
import { SharedPhotosOffer } from '../../photos/shared-photos-offer.tsx'
import { isUnusable } from '../../photos/upload-messages.ts'
import { isUploading, type QueuedPhoto } from '../../photos/upload-queue.ts'
import { errorMessage } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { FieldPair, FieldRows, OptionalMark } from '../../ui/controls/field.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { DraftRestored } from '../form/draft-restored.tsx'
import { RoundedPrice } from '../form/rounded-price.tsx'
import { UnsavedChangesDialog } from '../form/unsaved-changes-dialog.tsx'
import { useMovingOutForm } from './use-moving-out-form.ts'
import './moving.css'

type Form = ReturnType<typeof useMovingOutForm>

/** One form for several items. Photos come first, and each photo becomes an item. */
export function MovingOutForm({ studentId }: { studentId: number }) {
  const form = useMovingOutForm(studentId)
  const { photos, problem, isBusy, post, errors } = form
  const element = useRef<HTMLFormElement>(null)
  const startOver = () => {
    form.startOver()
    element.current?.querySelector<HTMLElement>('input[type=file]')?.focus()
  }
  // The first field with an error gets the focus, so that nobody has to look for it.
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    post()
  }
  const count = photos.length
  return (
    <form ref={element} noValidate aria-label="Moving out" onSubmit={submit}>
      {form.isDraftRestored && (
        <DraftRestored isNew lostPhotos={form.lostPhotos} disabled={isBusy} onStartOver={startOver}>
          {form.waiting.length > 0 && <WaitingTexts waiting={form.waiting} />}
        </DraftRestored>
      )}
      <PhotoPicker form={form} />
      <ul className="mt-5 grid gap-4">
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <ItemFields form={form} photo={photo} index={index} />
          </li>
        ))}
      </ul>
      {form.showsCommon && <CommonFields form={form} />}
      <div className="moving-end mt-6">
        {problem && (
          <Callout variant="danger">
            <p>{problem.text}</p>
            {problem.isDuplicate && (
              <Button variant="secondary" size="small" className="mt-3" onClick={() => post(true)}>
                Post all anyway
              </Button>
            )}
          </Callout>
        )}
        {count > 0 && (
          <Button
            type="submit"
            busy={isBusy}
            busyLabel={busyLabel(photos)}
            className="max-sm:w-full"
          >
            {count === 1 ? 'Post 1 item' : `Post ${count} items`}
          </Button>
        )}
      </div>
      <UnsavedChangesDialog shouldBlock={form.isTyped} isLeaving={form.isLeaving}>
        {photos.every(({ upload }) => upload.state === 'uploaded')
          ? 'Your draft stays on this device.'
          : "You'll lose the photos that aren't uploaded yet, and what you typed about them."}
      </UnsavedChangesDialog>
    </form>
  )
}

/** Says which photos get their texts back, and in which order. */
const WaitingTexts = ({ waiting }: Pick<Form, 'waiting'>) => (
  <p className="text-base">
    We kept what you typed about them. Add the photos in this order:{' '}
    {waiting.map(({ title, price }) => title || `${campus.currency.symbol}${price}`).join(', ')}.
  </p>
)

const busyLabel = (photos: readonly QueuedPhoto[]) =>
  photos.some(isUploading) ? 'Uploading photos…' : 'Posting…'

function PhotoPicker({ form: { addPhotos, announcement, errors, photos } }: { form: Form }) {
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    addPhotos([...(currentTarget.files ?? [])])
    // Without this, choosing the same file again would fire no change event.
    currentTarget.value = ''
  }
  return (
    <>
      <label className="moving-pick" data-empty={photos.length === 0 || undefined}>
        <span className="moving-pick-icon">
          <ImagePlusIcon size={24} />
        </span>
        <span className="min-w-0">
          <span className="block font-semibold">
            {photos.length === 0 ? 'Add photos' : 'Add more photos'}
          </span>
          <span className="text-ink-2 text-sm">
            One photo for each item, up to {maxMovingItems}.
            {photos.length === 0 && ' Then give each a title and a price.'}
          </span>
        </span>
        <input type="file" accept="image/*" multiple className="sr-only" onChange={choose} />
      </label>
      <SharedPhotosOffer onAdd={addPhotos} />
      <p role="status" className="mt-3 text-danger empty:hidden">
        {errors.items ?? announcement}
      </p>
    </>
  )
}

function ItemFields({ form, photo, index }: { form: Form; photo: QueuedPhoto; index: number }) {
  const { itemOf, setItem, errors, queue } = form
  const { title, price, isFree, kind } = itemOf(photo)
  const error = (name: string) => errors[`items.${index}.${name}`]
  const name = `Item ${index + 1}`
  return (
    <fieldset className="moving-item">
      <legend className="sr-only">{title || name}</legend>
      <div className="moving-item-head">
        <div className="moving-item-photo">
          <PhotoPreview src={photo.src} alt={`${name}: ${photo.fileName ?? 'photo'}`} />
        </div>
        <div>
          <p aria-hidden="true" className="font-semibold">
            {name}
          </p>
          <p className="text-sm">
            {photo.upload.state === 'failed' && (
              <span role="alert" className="text-danger">
                {errorMessage(photo.upload.error)}{' '}
                {!isUnusable(photo.upload.error) && (
                  <button type="button" className="link" onClick={() => queue.retry(photo.id)}>
                    Try again
                  </button>
                )}
              </span>
            )}
            {isUploading(photo) && 'Uploading…'}
            {error('photos') && <span className="text-danger">{error('photos')}</span>}
          </p>
          <Button
            variant="quiet"
            size="small"
            className="-ml-4.25"
            onClick={() => queue.remove(photo.id)}
          >
            <Trash2Icon size={18} />
            Remove
            <span className="sr-only"> {title || name}</span>
          </Button>
        </div>
      </div>
      <FieldRows>
        <TextField
          label={<ItemLabel text="Title" index={index} />}
          autoComplete="off"
          maxLength={maxLengths.title}
          value={title}
          error={error('title')}
          onChange={({ target }) => setItem(photo.id, { title: target.value })}
        />
        <FieldPair>
          <TextField
            label={<ItemLabel text="Price" index={index} />}
            prefix={campus.currency.symbol}
            suffix={
              <Checkbox
                label="Free"
                aria-label={`${name} is free`}
                checked={isFree}
                onChange={({ target }) => setItem(photo.id, { isFree: target.checked })}
              />
            }
            inputMode="decimal"
            autoComplete="off"
            disabled={isFree}
            value={isFree ? '0' : price}
            note={<RoundedPrice text={isFree ? '' : price} />}
            error={error('price')}
            onChange={({ target }) => setItem(photo.id, { price: target.value })}
          />
          <Select
            label={<ItemLabel text="Kind" index={index} />}
            optional
            placeholder="Not stated"
            options={campus.itemKinds.map((each) => ({ value: each, label: each }))}
            value={kind}
            error={error('category')}
            onChange={({ target }) => setItem(photo.id, { kind: target.value })}
          />
        </FieldPair>
      </FieldRows>
    </fieldset>
  )
}

/** Screen readers hear which item a field is about. The card shows it. */
const ItemLabel = ({ text, index }: { text: string; index: number }) => (
  <>
    {text}
    <span className="sr-only"> of item {index + 1}</span>
  </>
)

function CommonFields({ form: { common, setCommon, hasFree, errors, photos } }: { form: Form }) {
  const today = useToday()
  return (
    <div className="moving-fields mt-8">
      <h2 className="title-4">{photos.length > 1 ? 'Pickup and price' : 'Pickup'}</h2>
      <TextField
        label="Where can they be picked up?"
        placeholder="Lobby of my building, King St"
        autoComplete="off"
        maxLength={maxPickupLength}
        help="Everyone can read this. Don't write your room number."
        value={common.place}
        error={errors.place}
        onChange={({ target }) => setCommon({ place: target.value })}
      />
      <TextField
        label="When?"
        placeholder="Sat and Sun, 10 am to 6 pm"
        autoComplete="off"
        maxLength={maxPickupLength}
        value={common.pickup_window}
        error={errors.pickup_window}
        onChange={({ target }) => setCommon({ pickup_window: target.value })}
      />
      {hasFree && (
        <fieldset>
          <legend className="font-semibold">
            Free until
            <OptionalMark />
          </legend>
          <p className="mt-1 text-ink-2 text-sm">
            Listings of free items end at this time (campus time).
          </p>
          <div className="mt-2">
            <FieldPair>
              <TextField
                label="Day"
                type="date"
                min={today}
                value={common.freeDay}
                error={errors.free_until}
                onChange={({ target }) => setCommon({ freeDay: target.value })}
              />
              <TextField
                label="Time"
                type="time"
                value={common.freeTime}
                onChange={({ target }) => setCommon({ freeTime: target.value })}
              />
            </FieldPair>
          </div>
        </fieldset>
      )}
      {photos.length > 1 && (
        <TextField
          label="Price for everything"
          optional
          prefix={campus.currency.symbol}
          inputMode="decimal"
          autoComplete="off"
          help="If one person takes it all."
          value={common.bundle_price}
          note={<RoundedPrice text={common.bundle_price} />}
          error={errors.bundle_price}
          onChange={({ target }) => setCommon({ bundle_price: target.value })}
        />
      )}
    </div>
  )
}
