import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CategoryId } from '#categories/index.ts'
import { useApi } from '../api.ts'
import { heartIcon } from '../listings/cards/heart-icon.tsx'
import { favouriteMutation } from './favourite-mutation.ts'
import { useIsFavourite } from './favourite-state.ts'

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
