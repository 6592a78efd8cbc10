import { Children, type ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** Links back, in order (`className="link"`), then the name of the page itself. */
export function Breadcrumb({ current, children }: { current: ReactNode; children: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="breadcrumb">
        {Children.map(children, (link) => (
          <li>
            {link}
            <Icon name="right" size={16} />
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  )
}
