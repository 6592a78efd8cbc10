import { CheckIcon } from 'lucide-react'
import { pagePaths } from '#contract/paths.ts'
import { searchFrequencies } from '#contract/saved-rules.ts'
import type { SavedSearch } from '#contract/saved-searches.ts'
import { Link } from '../../navigation/link.tsx'
import { errorMessage } from '../../queries/api.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { frequencyLabels } from './search-frequency-text.ts'
import { frequencyToast, searchToastKey } from './search-toast.ts'
import { useChangeFrequency } from './use-change-searches.ts'

/** How often mails tell of what a saved search finds. */
export function SearchMenu({ search, onDelete }: { search: SavedSearch; onDelete: () => void }) {
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
