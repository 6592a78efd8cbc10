import { useQueryClient } from '@tanstack/react-query'
import { CheckIcon } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import { canonicalQuery } from '#contract/canonical-query.ts'
import { pagePaths } from '#contract/paths.ts'
import { searchFrequencies } from '#contract/saved-rules.ts'
import type { SavedSearch } from '#contract/saved-searches.ts'
import { Link } from '../../navigation/link.tsx'
import { errorMessage, isUnconfirmed, useApi } from '../../queries/api.ts'
import { accountQuery } from '../../session/account-queries.ts'
import { useHasLoggedIn } from '../../session/use-has-logged-in.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { ButtonStyleProps } from '../../ui/controls/button-class.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { savedSearchesQuery } from '../saved-queries.ts'
import { saveSearchHash } from './search-hash.ts'
import {
  findSearch,
  useChangeFrequency,
  useDeleteWithUndo,
  useSavedSearches,
  useSaveSearch,
} from './search-mutations.ts'
import {
  frequencyLabels,
  frequencyToast,
  savedToast,
  searchNotSavedToast,
  searchToastKey,
} from './search-texts.ts'

/** Saves a search in a category. Once it is saved, it says so and lets the student choose how often to get emails. */
export function SearchControl({
  category,
  filters,
  isPressed,
  ...button
}: ButtonStyleProps & {
  category: AnyCategory
  filters: URLSearchParams
  /** Whether the button was pressed while this code was loading. */
  isPressed: boolean
  children: ReactNode
}) {
  const root = useRef<HTMLDivElement>(null)
  const api = useApi()
  const queryClient = useQueryClient()
  const query = canonicalQuery(category, filters.toString())
  const { data, isPending: isLoading } = useSavedSearches()
  const saved = data && findSearch(data, category, query)
  const { mutate, isPending } = useSaveSearch()
  const { pathname, search, hash, state } = useLocation()
  /** The page that saves the search after a login. Another page may be about all categories. */
  const isOwnPage = pathname === pagePaths.browse(category.id)
  const pathToSave = isOwnPage ? pathname + search : pagePaths.browse(category.id, filters)

  /**
   * The state to wait for. The pressed button disappears once the search is saved or deleted, and the button in its place
   * gets the focus.
   */
  const focusesWhenSaved = useRef<boolean>(undefined)
  const focusButton = () => root.current?.querySelector('button')?.focus({ preventScroll: true })
  const focusIfLost = useEffectEvent(() => {
    if (document.activeElement?.matches('body, main')) focusButton()
  })
  const isSaved = saved !== undefined
  useEffect(() => {
    if (focusesWhenSaved.current !== isSaved) return
    focusesWhenSaved.current = undefined
    focusIfLost()
  }, [isSaved])

  const save = () => {
    focusesWhenSaved.current = true
    mutate(
      { category: category.id, query },
      {
        onSuccess: async (added) => {
          const account = await queryClient.fetchQuery(accountQuery(api)).catch(() => undefined)
          const list = queryClient.getQueryData(savedSearchesQuery(api).queryKey)
          // If the search was changed or deleted in the meantime, another toast has already said so.
          const isChanged = list && findSearch(list, category, query)?.frequency !== added.frequency
          if (!isChanged) showToast(savedToast(added, account))
        },
        onError: (error) => {
          // An unconfirmed student has closed the dialog that asks for the code. That needs no toast.
          if (!isUnconfirmed(error)) showToast(searchNotSavedToast(error, pathToSave))
        },
      },
    )
  }
  const deleteSearch = useDeleteWithUndo({
    onUndo: () => {
      focusesWhenSaved.current = true
    },
  })

  const navigate = useNavigate()
  // Save only after a login in this tab, not for a link that somebody else wrote.
  const isAskedByLogin = useHasLoggedIn() && isOwnPage && hash === saveSearchHash
  const isAsked = isPressed || isAskedByLogin
  const saveIfAsked = useEffectEvent(() => {
    if (isAskedByLogin) {
      navigate(pathname + search, { replace: true, state, preventScrollReset: true })
    }
    if (!isAsked) return
    if (saved) focusButton()
    else save()
  })
  // Wait until we know whether the search is saved. Until then the hash stays, in case another control replaces this one.
  useEffect(() => {
    if (!isLoading) saveIfAsked()
  }, [isLoading])

  return (
    <div ref={root}>
      {saved ? (
        <SearchMenu
          key={saved.id}
          search={saved}
          onDelete={() => {
            focusesWhenSaved.current = false
            deleteSearch(saved)
          }}
        />
      ) : (
        <Button {...button} busy={isPending || (isLoading && isAsked)} onClick={save} />
      )}
    </div>
  )
}

/** A menu to choose how often to get emails about a saved search. */
function SearchMenu({ search, onDelete }: { search: SavedSearch; onDelete: () => void }) {
  const { mutate, isPending, variables } = useChangeFrequency(search)
  const current = search.paused_at ? undefined : search.frequency
  const chosen = isPending ? variables : current
  return (
    <Menu label={search.paused_at ? 'Saved, paused' : 'Saved'} size="small">
      <p className="px-3.5 pt-2 text-start font-semibold text-sm">Email me</p>
      {searchFrequencies.map((frequency) => (
        <button
          key={frequency}
          type="button"
          aria-pressed={frequency === chosen}
          onClick={() =>
            mutate(frequency, {
              onSuccess: (saved) => showToast(frequencyToast(saved)),
              onError: (error) =>
                showToast({ variant: 'danger', text: errorMessage(error), key: searchToastKey }),
            })
          }
        >
          <CheckIcon
            size={18}
            className={frequency === chosen ? 'flex-none' : 'invisible flex-none'}
          />
          {frequencyLabels[frequency]}
        </button>
      ))}
      <button type="button" onClick={onDelete}>
        Delete this search
      </button>
      <Link to={pagePaths.saved}>All saved searches</Link>
    </Menu>
  )
}
