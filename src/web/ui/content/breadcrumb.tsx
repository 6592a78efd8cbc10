import { ChevronRightIcon } from 'lucide-react'
import { Children, type ReactNode } from 'react'

/** `children` are the links to the pages above (`className="link"`), `current` is this page. */
export function Breadcrumb({ current, children }: { current: ReactNode; children: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-1.5 text-sm">
        {Children.map(children, (link) => (
          <li className="flex items-center gap-1.5 [&>a]:py-1">
            {link}
            <ChevronRightIcon size={16} className="flex-none text-ink-2" />
          </li>
        ))}
        <li className="flex items-center" aria-current="page">
          {current}
        </li>
      </ol>
    </nav>
  )
}
