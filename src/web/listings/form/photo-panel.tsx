import { useController, useFormContext, useWatch } from 'react-hook-form'
import type { AnyCategory } from '#categories/index.ts'
import { PhotoField } from '../../photos/photo-field.tsx'
import type { UploadQueue } from '../../photos/upload-queue.ts'
import type { FormValues } from './form-values.ts'
import { useRevalidate } from './use-revalidate.ts'

export function PhotoPanel({ category, queue }: { category: AnyCategory; queue: UploadQueue }) {
  const { control } = useFormContext<FormValues>()
  const { field, fieldState } = useController({ control, name: 'photos' })
  const { wantedWhen: optional } = category
  const isOptional = useWatch({
    control,
    compute: (values) => optional !== undefined && values[optional.field] === optional.value,
  })
  useRevalidate('photos', !isOptional)
  return (
    <div className="panel lg:sticky lg:top-22 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto">
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
