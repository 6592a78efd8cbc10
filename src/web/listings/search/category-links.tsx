import { publicCategories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { categoryViews } from '../categories/index.ts'

/** Links to every category, beside a search over all of them. `compact` leaves out what is in them. */
export function CategoryLinks({ compact = false }: { compact?: boolean }) {
  return (
    <ul className="flex flex-wrap gap-1.5 xs:gap-2 sm:gap-3">
      {publicCategories.map(({ id, labels }) => {
        const { icon: Icon } = categoryViews[id]
        // The smallest phones have room for the names alone.
        return (
          <li key={id} className="flex-auto sm:flex-1">
            <Link
              to={pagePaths.browse(id)}
              className={classNames(
                'flex h-full items-center gap-1.5 rounded-card max-2xs:justify-center border border-line bg-card px-2 py-2.5 transition hover:-translate-y-0.5 hover:border-field xs:px-3',
                compact ? 'sm:px-4' : 'sm:flex-col sm:items-start sm:p-4',
              )}
            >
              <Icon size={20} className="text-link max-2xs:hidden" />
              <span className="font-semibold text-sm leading-snug sm:text-base">{labels.menu}</span>
              {!compact && (
                <span className="text-ink-2 text-sm leading-snug max-sm:hidden">
                  {labels.summary}
                </span>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
