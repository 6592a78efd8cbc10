import { type ReactNode, useId } from 'react'

/** One chapter of the design page. */
export function Chapter({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-6 border-line border-t pt-8">
      <div>
        <h2 id={id} className="title-2">
          {title}
        </h2>
        <p className="measure mt-2 text-ink-2">{text}</p>
      </div>
      {children}
    </section>
  )
}

/** One component in one or several states, with its name. */
export function Example({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-3 font-semibold text-ink-2 text-sm">{title}</h3>
      {children}
    </div>
  )
}
