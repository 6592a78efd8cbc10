import type { ReactNode, Ref } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '../ui/use-hydrated.ts'

/** A section of the account page: what it is about, and beside it on wide screens the controls. */
export function AccountSection({
  id,
  title,
  text,
  headingRef,
  children,
}: {
  id: string
  title: string
  text?: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}) {
  const { hash } = useLocation()
  // The server does not know the hash.
  const isTarget = useHydrated() && hash === `#${id}`
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-line border-t py-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-12 lg:py-10"
    >
      <div>
        <h2
          id={id}
          ref={headingRef}
          tabIndex={-1}
          data-route-focus={isTarget || undefined}
          className="title-3 scroll-mt-6 outline-none"
        >
          {title}
        </h2>
        {text && <p className="mt-2 max-w-prose text-ink-2">{text}</p>}
      </div>
      <div className="panel min-w-0">{children}</div>
    </section>
  )
}
