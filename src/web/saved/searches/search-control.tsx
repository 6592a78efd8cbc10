import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import { canonicalQuery } from '#contract/canonical-query.ts'
import { isUnconfirmed, useApi } from '../../queries/api.ts'
import { accountQuery } from '../../session/account-queries.ts'
import { useHasLoggedIn } from '../../session/use-has-logged-in.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { ButtonStyleProps } from '../../ui/controls/button-class.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { savedSearchesQuery } from '../saved-queries.ts'
import { saveSearchHash } from './search-hash.ts'
import { findSearch } from './search-list.ts'
import { SearchMenu } from './search-menu.tsx'
import { notSavedToast, savedToast } from './search-toast.ts'
import { useSaveSearch } from './use-change-searches.ts'
import { useDeleteWithUndo } from './use-delete-with-undo.ts'
import { useSavedSearches } from './use-saved-searches.ts'

/** Saves the search of a browse page; once it is saved, says so and lets the student choose how often mails come. */
export function SearchControl({
  category,
  filters,
  isPressed,
  ...button
}: ButtonStyleProps & {
  category: AnyCategory
  filters: URLSearchParams
  /** While this code was loading. */
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

  /** The pressed button goes once its search is saved or deleted: the one in its place has the focus then. */
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
          // Whoever changed or deleted it meanwhile was told of that.
          const isChanged = list && findSearch(list, category, query)?.frequency !== added.frequency
          if (!isChanged) showToast(savedToast(added, account))
        },
        onError: (error) => {
          // The student closed the dialog that asks for the code.
          if (!isUnconfirmed(error)) showToast(notSavedToast(error, pathname + search))
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
  // Not of a link that others wrote.
  const isAskedByLogin = useHasLoggedIn() && hash === saveSearchHash
  const isAsked = isPressed || isAskedByLogin
  const saveIfAsked = useEffectEvent(() => {
    if (isAskedByLogin) {
      navigate(pathname + search, { replace: true, state, preventScrollReset: true })
    }
    if (!isAsked) return
    if (saved) focusButton()
    else save()
  })
  // Once it is known whether it is saved already. A control that goes before leaves the hash to the next.
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
