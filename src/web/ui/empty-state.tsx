import type { ReactNode } from 'react'

/** A small drawing, one sentence and the next step. */
export function EmptyState({
  drawing,
  title,
  titleAs: Title = 'h2',
  children,
  action,
}: {
  drawing?: ReactNode
  title?: ReactNode
  titleAs?: 'h1' | 'h2' | 'h3'
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="empty-state">
      {drawing}
      {title && <Title className="title-3">{title}</Title>}
      {children && <p>{children}</p>}
      {action && <div className="empty-state-action">{action}</div>}
    </div>
  )
}
