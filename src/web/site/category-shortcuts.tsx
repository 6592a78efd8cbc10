import { ArrowUpRightIcon } from 'lucide-react'
import { categories } from '#categories/index.ts'
import { Link } from '../link.tsx'
import { LinkButton } from '../ui/link-button.tsx'

export function CategoryShortcuts() {
  return (
    <section aria-labelledby="shortcuts" className="page-width py-6 lg:py-9">
      <h2 id="shortcuts" className="title-2">
        What are you looking for?
      </h2>
      <ul className="mt-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {categories.flatMap(({ path, labels }) =>
          labels.shortcuts.map((label) => (
            <li key={label}>
              <Link
                to={`/${path}`}
                className="group flex min-h-16 items-center justify-between gap-4 rounded-card border border-line bg-card px-5 py-4 font-semibold transition hover:-translate-y-0.5 hover:border-field"
              >
                {label}
                <ArrowUpRightIcon
                  size={20}
                  className="text-ink-2 transition group-hover:text-link"
                />
              </Link>
            </li>
          )),
        )}
      </ul>
      <p className="mt-10 text-center">
        <LinkButton as={Link} to="/register">
          Join The Community!
        </LinkButton>
      </p>
    </section>
  )
}
