import type { ReactNode } from 'react'

/** A small illustration, one sentence and the next step, in place of an empty list. */
export function EmptyState({
  illustration,
  title,
  titleAs: Title = 'h2',
  children,
  action,
}: {
  illustration: ReactNode
  title: ReactNode
  titleAs?: 'h1' | 'h2'
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="grid justify-items-center gap-2 px-4.5 pt-2 pb-10 text-center sm:pt-4">
      {illustration}
      <Title className="title-3">{title}</Title>
      {children && <p className="max-w-[44ch] text-balance text-ink-2">{children}</p>}
      {action && (
        <div className="mt-3 flex flex-wrap items-center justify-center gap-3">{action}</div>
      )}
    </div>
  )
}
