import { ChevronRightIcon } from 'lucide-react'
import { Children, type ReactNode } from 'react'

/**
 * `children` are the links to the pages above (`className="link"`), `current` is this page. With a user's text
 * (`dir="auto"`), the breadcrumb is one line, and that text is cut.
 */
export function Breadcrumb({ current, children }: { current: ReactNode; children: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-1.5 text-sm has-[[dir=auto]]:flex-nowrap">
        {Children.map(children, (link) => (
          <li className="flex min-w-0 max-w-full items-center gap-1.5 not-has-[[dir=auto]]:flex-none [&>a]:min-w-0 [&>a]:py-1">
            {link}
            <ChevronRightIcon size={16} className="flex-none text-ink-2" />
          </li>
        ))}
        <li
          className="flex min-w-0 max-w-full items-center not-has-[[dir=auto]]:flex-none"
          aria-current="page"
        >
          {current}
        </li>
      </ol>
    </nav>
  )
}
