import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CategoryId } from '#categories/index.ts'
import { useApi } from '../../queries/api.ts'
import { favouriteMutation } from './favourite-mutation.ts'
import { useIsFavourite } from './favourite-state.ts'
import { heartIcon } from './heart-icon.tsx'

/** The heart of a student: pressed while the listing is saved. */
export function FavouriteButton({
  category,
  id,
  title,
  className,
}: {
  category: CategoryId
  id: number
  title: string
  className: string
}) {
  const context = { api: useApi(), queryClient: useQueryClient() }
  const { mutate } = useMutation(favouriteMutation(context, { category, id }))
  const isSaved = useIsFavourite(id)
  return (
    <button
      type="button"
      className={className}
      aria-label={`Save ${title}`}
      aria-pressed={isSaved}
      data-favourite={id}
      onClick={() => mutate(!isSaved)}
    >
      {heartIcon}
    </button>
  )
}
