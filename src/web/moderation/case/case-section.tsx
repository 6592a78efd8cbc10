import { type ReactNode, useId } from 'react'

/** A part of what is known about a case. */
export function CaseSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="panel min-w-0">
      <h2 id={id} className="title-4 mb-4">
        {title}
      </h2>
      {children}
    </section>
  )
}
