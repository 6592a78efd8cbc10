import { useEffect, useEffectEvent, useRef } from 'react'

const debounceMs = 250

/**
 * Searches for the text of a form's first input. The input is uncontrolled, so that a slow render loses no typed text.
 * Consecutive searches replace each other in the history.
 */
export function useDebouncedSearch(q: string, onSearch: (text: string, replace: boolean) => void) {
  const formRef = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const searchedText = useRef(q)
  const hasHistoryEntry = useRef(false)
  const latestOnSearch = useRef(onSearch)

  useEffect(() => {
    latestOnSearch.current = onSearch
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // Cancel the search when a link to another page is pressed: the search would navigate back to this page.
    const cancelSearch = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link && link.pathname !== location.pathname) clearTimeout(timer.current)
    }
    document.addEventListener('click', cancelSearch, true)
    return () => document.removeEventListener('click', cancelSearch, true)
  }, [])
  useEffect(() => {
    if (q === searchedText.current) return
    // The text was changed by Back, "Clear all" or a link, not by typing.
    clearTimeout(timer.current)
    searchedText.current = q
    const input = formRef.current?.querySelector('input')
    if (input) input.value = q
  }, [q])

  const search = () => {
    clearTimeout(timer.current)
    const text = formRef.current?.querySelector('input')?.value.trim() ?? ''
    if (text === searchedText.current) return
    searchedText.current = text
    latestOnSearch.current(text, hasHistoryEntry.current)
    hasHistoryEntry.current = true
  }
  const searchTyped = useEffectEvent(search)
  // Search for text that was typed before hydration.
  useEffect(() => searchTyped(), [])
  const debouncedSearch = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(search, debounceMs)
  }
  const startNewHistoryEntry = () => {
    hasHistoryEntry.current = false
  }
  return { formRef, search, debouncedSearch, startNewHistoryEntry }
}
