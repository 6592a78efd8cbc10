import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { publicCategories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../navigation/link.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { SkeletonText } from '../ui/content/skeleton.tsx'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'

/** A section of the page. Each section loads and fails on its own. */
export function SavedSection<Data>({
  id,
  title,
  headingRef,
  query: { data, error, isFetching, refetch },
  loading = <SkeletonText lines={3} />,
  children,
}: {
  id: string
  title: string
  headingRef: Ref<HTMLHeadingElement>
  query: UseQueryResult<Data>
  /** A placeholder in the shape of the list. */
  loading?: ReactNode
  children: (data: Data) => ReactNode
}) {
  return (
    <section aria-labelledby={id} className="mt-10 lg:mt-14">
      <h2 id={id} ref={headingRef} tabIndex={-1} className="title-2 mb-5 scroll-mt-6 outline-none">
        {title}
      </h2>
      {contents()}
    </section>
  )

  function contents() {
    if (data !== undefined) return children(data)
    if (isFetching && !error) {
      return (
        <div role="status">
          <span className="sr-only">Loading…</span>
          {loading}
        </div>
      )
    }
    return (
      <Callout variant="danger">
        <p>We couldn't load this.</p>
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          busy={isFetching}
          onClick={() => refetch()}
        >
          Try again
        </Button>
      </Callout>
    )
  }
}

/** Replaces an empty list. `withLinks` adds pages where the student can fill it. */
export function SavedNothing({
  withLinks = true,
  children,
}: {
  withLinks?: boolean
  children: ReactNode
}) {
  return (
    <div className="grid justify-items-center rounded-card border border-field border-dashed px-4 py-8 text-center">
      <p className="max-w-[44ch] text-balance text-ink-2">{children}</p>
      {withLinks && (
        <div className="mt-4 flex flex-wrap justify-center gap-2 sm:gap-3">
          {publicCategories.map(({ id, labels }) => (
            <LinkButton
              key={id}
              as={Link}
              variant="secondary"
              size="small"
              className="max-sm:px-3"
              to={pagePaths.browse(id)}
            >
              {labels.menu}
            </LinkButton>
          ))}
        </div>
      )}
    </div>
  )
}

/**
 * Moves the focus before the pressed button disappears with its row: to the button of the next row or, after the last row,
 * to `orElse`.
 */
export function focusNextRow(button: HTMLElement, orElse: HTMLElement | null) {
  const next = button.closest('li')?.nextElementSibling
  const target = next?.querySelector<HTMLElement>('[data-remove]') ?? orElse
  target?.focus({ preventScroll: true })
}
