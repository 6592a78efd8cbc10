import './suggestions.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  BookIcon,
  GraduationCapIcon,
  HistoryIcon,
  type LucideIcon,
  MapPinIcon,
  ShoppingBagIcon,
  SlidersHorizontalIcon,
  TagIcon,
} from 'lucide-react'
import {
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { categories } from '#categories/index.ts'
import { maxSuggestions, minSuggestLength } from '#contract/list-parameters.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { Suggestion, Suggestions as SuggestionList } from '#contract/suggestions.ts'
import { useApi } from '../../queries/api.ts'
import { categoryViews } from '../categories/index.ts'
import { addRecentSearch, clearRecentSearches, readRecentSearches } from './recent-searches.ts'

const debounceMs = 120
const freshMs = 60_000

interface Item extends Omit<Suggestion, 'kind'> {
  kind: Suggestion['kind'] | 'recent'
}

const icons: Record<Item['kind'], LucideIcon> = {
  category: TagIcon,
  filter: SlidersHorizontalIcon,
  course: GraduationCapIcon,
  book: BookIcon,
  street: MapPinIcon,
  listing: ShoppingBagIcon,
  recent: HistoryIcon,
}

function iconOf({ kind, path }: Item): LucideIcon {
  const category =
    kind === 'listing' && categories.find(({ id }) => path.startsWith(`${pagePaths.browse(id)}/`))
  return category ? categoryViews[category.id].icon : icons[kind]
}

/**
 * Suggestions below a search box, by the combobox pattern of ARIA. The input is not a part of this component, so that a
 * page loads this code only once the box is used.
 */
export function Suggestions({ input }: { input: HTMLInputElement }) {
  const listId = useId()
  const navigate = useNavigate()
  const [text, setText] = useState(input.value)
  const [isOpen, setOpen] = useState(true)
  const [active, setActive] = useState(-1)
  const [recent, setRecent] = useState(readRecentSearches)
  const items = useItems(text, recent, isOpen)
  const isShown = isOpen && items.length > 0
  const optionId = (index: number) => `${listId}-${index}`

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const choose = ({ label, path, kind }: Item) => {
    if (kind === 'recent') input.value = label
    close()
    navigate(path)
  }
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event
    const chosen = items[active]
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      // Before the first and after the last suggestion comes the text itself.
      const places = items.length + 1
      const step = key === 'ArrowDown' ? 1 : -1
      setActive((index) => ((index + 1 + step + places) % places) - 1)
    } else if (key === 'Escape' && isShown) {
      event.preventDefault()
      close()
    } else if (key === 'Enter' && isShown && chosen) {
      event.preventDefault()
      choose(chosen)
    }
  })
  const handleInput = useEffectEvent(() => {
    setText(input.value)
    setOpen(true)
    setActive(-1)
  })
  const handleFocus = useEffectEvent(() => {
    setRecent(readRecentSearches())
    setText(input.value)
    setOpen(true)
  })
  const handleSubmit = useEffectEvent(() => {
    addRecentSearch(input.value)
    close()
  })
  const panel = useRef<HTMLDivElement>(null)
  // Keyboard users reach the button below the list with Tab, so the list stays open until the focus is elsewhere.
  const handleFocusOut = useEffectEvent(({ relatedTarget }: FocusEvent) => {
    const slot = panel.current?.parentElement
    if (!(relatedTarget instanceof Node && slot?.contains(relatedTarget))) close()
  })
  const leavePanel = ({ key }: ReactKeyboardEvent) => {
    if (key !== 'Escape') return
    input.focus()
    close()
  }
  const clear = () => {
    clearRecentSearches()
    setRecent([])
    // The button is gone with the last recent search.
    input.focus()
  }

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    input.addEventListener('keydown', handleKey, { signal })
    input.addEventListener('input', handleInput, { signal })
    input.addEventListener('focus', handleFocus, { signal })
    panel.current?.parentElement?.addEventListener('focusout', handleFocusOut, { signal })
    input.form?.addEventListener('submit', handleSubmit, { signal })
    return () => controller.abort()
  }, [input])

  useEffect(() => {
    const attributes = {
      // A combobox is a box for text. The role is not allowed for the type "search".
      type: 'text',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(isShown),
      'aria-controls': listId,
      'aria-activedescendant': isShown && active >= 0 ? `${listId}-${active}` : '',
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value) input.setAttribute(name, value)
      else input.removeAttribute(name)
    }
  }, [input, isShown, listId, active])

  return (
    <>
      <span role="status" className="sr-only">
        {isShown && `${items.length} suggestion${items.length === 1 ? '' : 's'}`}
      </span>
      <div
        ref={panel}
        className="suggestions"
        hidden={!isShown}
        // A press must not take the focus from the input, which would close the list before the click.
        onPointerDown={(event) => event.preventDefault()}
      >
        <div role="listbox" id={listId} aria-label="Suggestions">
          {items.map((item, index) => {
            const Icon = iconOf(item)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
              <div
                key={`${item.kind} ${item.path}`}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className="suggestions-item"
                onClick={() => choose(item)}
              >
                <Icon size={18} aria-hidden />
                <span className="suggestions-label" dir="auto">
                  {item.label}
                </span>
                <span className="suggestions-detail">{item.detail}</span>
              </div>
            )
          })}
        </div>
        {items.some(({ kind }) => kind === 'recent') && (
          <button
            type="button"
            className="suggestions-clear"
            onClick={clear}
            onKeyDown={leavePanel}
          >
            Clear recent searches
          </button>
        )}
      </div>
    </>
  )
}

/** Returns the recent searches that begin like the text, then what the server suggests. */
function useItems(text: string, recent: readonly string[], isOpen: boolean): Item[] {
  const q = useDebounced(text.trim())
  const api = useApi()
  const isLongEnough = q.length >= minSuggestLength
  const { data } = useQuery({
    queryKey: ['suggestions', q.toLowerCase()],
    queryFn: ({ signal }) => api.get<SuggestionList>(apiPaths.suggestions(q), signal),
    enabled: isOpen && isLongEnough,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
    // Nobody misses a suggestion that did not come.
    retry: false,
  })
  const typed = text.trim().toLowerCase()
  const past = recent
    .filter((each) => each.toLowerCase().startsWith(typed) && each.toLowerCase() !== typed)
    .slice(0, typed === '' ? maxSuggestions : 2)
    .map(
      (label): Item => ({ kind: 'recent', label, detail: 'Recent', path: pagePaths.search(label) }),
    )
  const suggested = typed.length >= minSuggestLength && isLongEnough ? (data?.results ?? []) : []
  return [...past, ...suggested].slice(0, maxSuggestions)
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
