import { ArrowUpRightIcon } from 'lucide-react'
import { type AnyCategory, categories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../navigation/link.tsx'
import { JoinButton } from './join-button.tsx'

export function CategoryShortcuts() {
  return (
    <section aria-labelledby="shortcuts" className="page-width py-6 lg:py-9">
      <h2 id="shortcuts" className="title-2">
        What are you looking for?
      </h2>
      <ul className="mt-6 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-5">
        {categories.flatMap(({ id, labels }: AnyCategory) =>
          labels.shortcuts.map(({ label, parameters = {} }) => (
            <li key={label}>
              <Link
                to={pagePaths.browse(id, new URLSearchParams(parameters))}
                className="group flex h-full min-h-16 items-center justify-between gap-2 rounded-card border border-line bg-card px-[min(--spacing(5),5vw)] py-4 font-semibold transition hover:-translate-y-0.5 hover:border-field"
              >
                {label}
                <ArrowUpRightIcon
                  size={20}
                  className="shrink-0 text-ink-2 transition group-hover:text-link"
                />
              </Link>
            </li>
          )),
        )}
      </ul>
      <p className="mt-10 text-center">
        <JoinButton>Join The Community!</JoinButton>
      </p>
    </section>
  )
}
