import { useRef, useState } from 'react'
import { focusNextRow } from '../focus-next-row.ts'
import { SavedNothing } from '../saved-nothing.tsx'
import { SavedSection } from '../saved-section.tsx'
import { SavedSearchRow } from './saved-search-row.tsx'
import { useDeleteWithUndo } from './use-delete-with-undo.ts'
import { useSavedSearches } from './use-saved-searches.ts'

export function SavedSearchSection() {
  const query = useSavedSearches()
  const heading = useRef<HTMLHeadingElement>(null)
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
          <SavedNothing>
            No saved searches yet. Search or filter, then tap “Save this search”. We'll email you
            when something new matches.
          </SavedNothing>
        )
      }
    </SavedSection>
  )
}
