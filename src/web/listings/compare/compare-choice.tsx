import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { type ComparableCategory, comparableCategories } from '#categories/index.ts'
import { maxCompared, minCompared } from '#contract/compare.ts'
import type { Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { displayTitle } from '../listing-display.ts'
import './compare.css'

const formId = (category: ComparableCategory) => `compare-${category.path}`

const comparableCategoryOf = ({ category }: Listing) =>
  comparableCategories.find(({ id }) => id === category)

/** Keeps which listings are ticked. */
export function useCompareChoice() {
  const [chosen, setChosen] = useState<readonly Listing[]>([])
  return {
    chosen,
    toggle: (listing: Listing, isChosen: boolean) =>
      setChosen((before) => {
        const others = before.filter(({ id }) => id !== listing.id)
        return isChosen ? [...others, listing] : others
      }),
  }
}

type CompareChoice = ReturnType<typeof useCompareChoice>

/** A card with a box below it that chooses it for the comparison. Other categories have no box. */
export function ComparableCard({
  listing,
  choice: { chosen, toggle },
  children,
}: {
  listing: Listing
  choice: CompareChoice
  children: ReactNode
}) {
  const category = comparableCategoryOf(listing)
  if (!category) return children
  const isChosen = chosen.some(({ id }) => id === listing.id)
  return (
    <div className="flex h-full flex-col">
      <div className="flex-1">{children}</div>
      <Checkbox
        name="ids"
        value={listing.id}
        form={formId(category)}
        checked={isChosen}
        disabled={!isChosen && chosen.length >= maxCompared}
        onChange={({ target }) => {
          toggle(listing, target.checked)
          // The bar that a first tick brings does not cover the box.
          requestAnimationFrame(() => target.scrollIntoView({ block: 'nearest' }))
        }}
        label={
          <>
            Compare<span className="sr-only">{` ${displayTitle(listing)}`}</span>
          </>
        }
      />
    </div>
  )
}

/** The button that opens the comparison. Without JavaScript it is a plain GET form. */
export function CompareBar({
  listings,
  choice: { chosen },
}: {
  /** All listings that can be ticked. */
  listings: readonly Listing[]
  choice: CompareChoice
}) {
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  return comparableCategories.map((category) => {
    const count = listings.filter((listing) => listing.category === category.id).length
    if (count < minCompared) return null
    const isReady = !isHydrated || chosen.length >= minCompared
    return (
      <form
        key={category.id}
        id={formId(category)}
        action={pagePaths.compare(category.id)}
        autoComplete="off"
        className={classNames(
          'mt-4 flex items-center justify-between gap-3 rounded-card border border-line bg-card px-4 py-3 print:hidden',
          chosen.length > 0 && 'compare-bar',
        )}
        onSubmit={(event) => {
          event.preventDefault()
          const ids = chosen.map(({ id }) => id)
          if (isReady) navigate(pagePaths.compare(category.id, ids))
        }}
      >
        <p role="status" className="min-w-0 text-ink-2 text-sm">
          {describeChoice(category, chosen.length)}
        </p>
        <Button type="submit" size="small" disabled={!isReady}>
          {chosen.length > 0 ? `Compare ${chosen.length}` : 'Compare'}
        </Button>
      </form>
    )
  })
}

function describeChoice({ labels }: ComparableCategory, count: number): string {
  if (count >= maxCompared) return "That's the most you can compare."
  if (count >= minCompared) return `${count} chosen`
  if (count > 0) return `${count} chosen. Tick one more.`
  return `Tick ${minCompared} to ${maxCompared} ${labels.plural} to see them side by side.`
}
