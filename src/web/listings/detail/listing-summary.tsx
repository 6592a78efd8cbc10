import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { useToday } from '../../queries/use-today.ts'
import { DottedText } from '../../ui/content/dotted-text.tsx'
import { categoryComponents } from '../category-components.ts'
import { displayDates } from '../listing-display.ts'

/** The lines below the title. */
export function ListingSummary({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const today = useToday()
  const { highlights, ...components } = categoryComponents(category.id)
  const subtitle = components.subtitle(listing, today)
  const posted = displayDates(category, listing, today)
  return (
    <>
      {highlights?.(listing, today).map((text) => (
        <p key={text} className="mt-2 font-semibold leading-snug">
          <DottedText>{text}</DottedText>
        </p>
      ))}
      <p className="mt-2 overflow-clip text-ink-2 [overflow-wrap:anywhere]">
        {subtitle && (
          <>
            <bdi>{subtitle}</bdi>
            {'\u00a0· '}
          </>
        )}
        <DottedText>{posted}</DottedText>
      </p>
    </>
  )
}
