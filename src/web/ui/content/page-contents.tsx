import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** Links to the sections of a long page, by the ids of their headings. */
export function PageContents({
  sections,
  className,
  listClass,
}: {
  sections: readonly (readonly [id: string, title: ReactNode])[]
  className?: string
  listClass?: string
}) {
  return (
    <nav aria-labelledby="contents" className={className}>
      <h2 id="contents" className="title-4">
        On this page
      </h2>
      <ul className={classNames('mt-2', listClass)}>
        {sections.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`} className="link inline-block py-1">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
