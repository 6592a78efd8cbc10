import { Trash2Icon } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { pagePaths } from '#contract/paths.ts'
import { type SearchFrequency, searchFrequencies } from '#contract/saved-rules.ts'
import type { SavedSearch } from '#contract/saved-searches.ts'
import { formatShortDate } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { errorMessage } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { useSession } from '../../session/session.tsx'
import { Badge } from '../../ui/content/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { focusNextRow, SavedNothing, SavedSection } from '../saved-section.tsx'
import { useChangeFrequency, useDeleteWithUndo, useSavedSearches } from './search-mutations.ts'
import { frequencyHelp, frequencyLabels, frequencyToast } from './search-texts.ts'

export function SavedSearchSection() {
  const query = useSavedSearches()
  const heading = useRef<HTMLHeadingElement>(null)
  const hasFavourites = (useSession().user?.favourites.length ?? 0) > 0
  const [restoredId, setRestoredId] = useState<number>()
  const deleteSearch = useDeleteWithUndo({ onRestored: ({ id }) => setRestoredId(id) })
  return (
    <SavedSection id="searches" title="Saved searches" headingRef={heading} query={query}>
      {({ results }) =>
        results.length > 0 ? (
          <ul className="divide-y divide-line border-line border-t">
            {results.map((search) => (
              <SavedSearchRow
                key={search.id}
                search={search}
                isRestored={search.id === restoredId}
                onDelete={({ currentTarget }) => {
                  focusNextRow(currentTarget, heading.current)
                  deleteSearch(search)
                }}
              />
            ))}
          </ul>
        ) : (
          // Without favourites, the section above has the links.
          <SavedNothing withLinks={hasFavourites}>
            No saved searches yet. Search or filter, then tap “Save this search”. We'll email you
            when something new matches.
          </SavedNothing>
        )
      }
    </SavedSection>
  )
}

const options = searchFrequencies.map((value) => ({ value, label: frequencyLabels[value] }))

export function SavedSearchRow({
  search,
  isRestored,
  onDelete,
}: {
  search: SavedSearch
  /** Whether the deletion was undone. The search then takes the focus. */
  isRestored: boolean
  onDelete: (event: MouseEvent<HTMLButtonElement>) => void
}) {
  const { category, query, label, paused_at } = search
  const title = useRef<HTMLAnchorElement>(null)
  const select = useRef<HTMLSelectElement>(null)
  const isHydrated = useHydrated()
  const today = useToday()
  const { mutate, isPending, variables, error } = useChangeFrequency(search)
  const change = (frequency: SearchFrequency) =>
    mutate(frequency, { onSuccess: (saved) => showToast(frequencyToast(saved)) })
  const frequency = isPending ? variables : search.frequency

  useEffect(() => {
    if (isRestored) title.current?.focus()
  }, [isRestored])
  // "Keep looking" disappears when the pause ends, so the focus moves to the select.
  const keepsLooking = useRef(false)
  useEffect(() => {
    if (!paused_at && keepsLooking.current) select.current?.focus({ preventScroll: true })
    keepsLooking.current = false
  }, [paused_at])

  return (
    <li className="grid gap-x-8 gap-y-3 py-4 md:grid-cols-[minmax(0,1fr)_372px]">
      <div className="min-w-0">
        <h3 dir="auto" className="wrap-anywhere">
          <Link ref={title} to={pagePaths.browse(category, query)} className="link font-semibold">
            {label}
          </Link>
        </h3>
        <p className="mt-1 text-ink-2 text-sm">Saved {formatShortDate(search.created_at, today)}</p>
        {paused_at && (
          <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
            <Badge variant="gold">Paused</Badge>
            <p className="text-sm">Still looking? We stopped emailing you about it.</p>
          </div>
        )}
      </div>
      <div className="flex items-start gap-2">
        <div className="min-w-0 max-w-[320px] flex-1">
          {paused_at ? (
            <>
              <Button
                size="small"
                busy={isPending}
                disabled={!isHydrated}
                onClick={() => {
                  keepsLooking.current = true
                  change(search.frequency)
                }}
              >
                Keep looking <span className="sr-only">for {label}</span>
              </Button>
              <p role="alert" className="mt-1 text-danger text-sm empty:hidden">
                {error && errorMessage(error)}
              </p>
            </>
          ) : (
            <Select
              ref={select}
              label={
                <>
                  Email me <span className="sr-only">about {label}</span>
                </>
              }
              flush
              options={options}
              value={frequency}
              disabled={!isHydrated}
              help={frequencyHelp[frequency]}
              error={error && errorMessage(error)}
              onChange={(event) => change(event.target.value as SearchFrequency)}
            />
          )}
        </div>
        <Button
          variant="quiet"
          size="icon"
          // The margin aligns the button with the select, not with its label.
          className={paused_at ? '' : 'mt-[2em]'}
          disabled={!isHydrated}
          aria-label={`Delete ${label}`}
          title="Delete"
          data-remove
          onClick={onDelete}
        >
          <Trash2Icon size={20} />
        </Button>
      </div>
    </li>
  )
}
