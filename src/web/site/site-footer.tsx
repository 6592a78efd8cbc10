import { memo } from 'react'
import { campus } from '#campus/campus.ts'
import { publicCategories } from '#categories/index.ts'
import { version } from '#contract/version.ts'
import { Link } from '../navigation/link.tsx'
import { buildMailtoUrl } from '../ui/mailto-url.ts'
import { ThemeSelect } from './theme-select.tsx'

const linkClass = 'inline-block py-1 text-ink-2 hover:text-ink hover:underline'

export const SiteFooter = memo(function SiteFooter() {
  return (
    <footer className="mt-12 border-line border-t print:hidden">
      <div className="page-width grid grid-cols-2 gap-8 py-10 sm:grid-cols-[1fr_auto_auto] sm:gap-x-16">
        <div className="max-sm:col-span-full">
          <p className="title-4">{campus.brand}</p>
          <p className="mt-1 max-w-[36ch] text-ink-2">
            A simpler, safer way to find rentals and swap essentials. No spam, no bots, just
            students.
          </p>
        </div>
        <nav aria-label="Listings">
          <ul>
            {publicCategories.map(({ id, path, labels }) => (
              <li key={id}>
                <Link to={`/${path}`} className={linkClass}>
                  {labels.menu}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label={`About ${campus.brand}`}>
          <ul>
            <li>
              <Link to="/about" className={linkClass}>
                About Us
              </Link>
            </li>
            <li>
              <a href={buildMailtoUrl(campus.contactEmail)} className={linkClass}>
                Contact
              </a>
            </li>
            <li>
              <Link to="/rules" className={linkClass}>
                Rules
              </Link>
            </li>
            <li>
              <Link to="/privacy" className={linkClass}>
                Privacy
              </Link>
            </li>
            <li>
              <a href="/api/docs" className={linkClass}>
                API
              </a>
            </li>
          </ul>
        </nav>
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-ink-2 text-sm">
          <p>{`${campus.brand} ${version}`}</p>
          <ThemeSelect compact />
        </div>
      </div>
    </footer>
  )
})
