import { useController, useFormContext, useWatch } from 'react-hook-form'
import type { AnyCategory } from '#categories/index.ts'
import { isWanted } from '#categories/listing-values.ts'
import type { Listing } from '#contract/listing.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import { isUploadUrl, photoSrc } from '#contract/photos.ts'
import { PhotoField } from '../../photos/photo-field.tsx'
import type { UploadQueue } from '../../photos/upload-queue.ts'
import { privatePhotoUrl } from '../listing-photos.ts'
import { useRevalidate } from './field-behaviour.ts'
import type { FormValues } from './form-values.ts'

export function PhotoPanel({ category, queue }: { category: AnyCategory; queue: UploadQueue }) {
  const { control } = useFormContext<FormValues>()
  const { field, fieldState } = useController({ control, name: 'photos' })
  const isOptional = useWatch({ control, compute: (values) => isWanted(category, values) })
  useRevalidate('photos', !isOptional)
  return (
    <div className="listing-form-photos panel">
      <PhotoField
        queue={queue}
        onChange={field.onChange}
        ref={field.ref}
        error={fieldState.error?.message}
        optional={isOptional}
      />
    </div>
  )
}

/** The URL of a photo in a form. The photos of a listing that is taken down can be read only through the listing. */
export function formPhotoSrc(listing: Listing | undefined, url: string): string {
  if (!isUploadUrl(url)) return ''
  const src = photoSrc(url, 320)
  const isOwn = listing?.photos.some(({ storedUrl }) => storedUrl === url)
  return listing && isOwn && isTakenDown(listing.status) ? privatePhotoUrl(listing, src) : src
}
