import { type AnyCategory, publicCategories } from '#categories/index.ts'
import type { Understood } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { appliedFilters, partLabel, withoutPart } from '#contract/understood.ts'
import { clipText } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { SaveSearch } from '../../saved/searches/save-search.tsx'
import { CardRow, CardRowItem } from '../../ui/content/card-row.tsx'
import { EmptyState } from '../../ui/content/empty-state.tsx'
import { Chip } from '../../ui/controls/chip.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { EmptyIllustration } from '../../ui/illustrations/empty.tsx'
import { CloseMatches } from '../browse/close-matches.tsx'
import type { ListingsPage } from '../browse/listings-query.ts'
import { formatListingCount } from '../browse/result-count.ts'
import { ListingCard } from '../cards/listing-card.tsx'
import { closeMatchesOf, joinCorrections, type SearchGroup } from './search-query.ts'
import { UnderstoodNote } from './understood-note.tsx'

/** The first results of each category, then which categories have none and which could not be searched. */
export function SearchResults({
  q,
  isExact,
  groups,
}: {
  q: string
  isExact: boolean
  groups: readonly SearchGroup[]
}) {
  const filters = new URLSearchParams({ q, ...(isExact && { exact: '1' }) })
  const failed = groups.filter(({ page }) => page === null)
  const empty = groups.filter(({ page }) => page?.total === 0)
  const found = groups.flatMap(({ category, page }) => (page?.total ? [{ category, page }] : []))
  if (empty.length === groups.length)
    return <NothingFound q={q} filters={filters} groups={groups} />
  return (
    <div className="grid grid-cols-1 gap-8">
      {found.map(({ category, page }, index) => (
        <Found
          key={category.id}
          category={category}
          filters={filters}
          page={page}
          isFirst={index === 0}
        />
      ))}
      {empty.length > 0 && (
        <p className="wrap-anywhere text-ink-2">
          No {pluralsOf(empty)} match “<bdi>{clipText(q)}</bdi>”.
        </p>
      )}
      {failed.map(({ category }) => (
        <p key={category.id} role="alert">
          We couldn't search {category.labels.plural}.{' '}
          <Link to={pagePaths.browse(category.id, filters)} className="link">
            Search them on their own
          </Link>
        </p>
      ))}
      <CloseMatches matches={closeMatchesOf(groups)} />
    </div>
  )
}

/** Says how the words were read, once for all categories. */
export function SearchNote({
  q,
  isExact,
  groups,
}: {
  q: string
  isExact: boolean
  groups: readonly SearchGroup[]
}) {
  const all = groups.flatMap(({ page }) => page?.understood ?? [])
  const { corrected, dropped } = joinCorrections(groups)
  const hasParts = all.some(({ parts }) => parts.length > 0)
  if (!isExact && !hasParts && corrected.length + dropped.length === 0) return null
  return (
    <div className="mt-1">
      <UnderstoodNote
        q={q}
        understood={{ corrected, dropped }}
        isExact={isExact}
        exactPath={pagePaths.search(q, true)}
        usualPath={pagePaths.search(q)}
      />
    </div>
  )
}

/** The filters that words became, each with a link that takes it away. */
function UnderstoodChips({
  category,
  q,
  understood,
}: {
  category: AnyCategory
  q: string
  understood: Understood | undefined
}) {
  if (!understood || understood.parts.length === 0) return null
  return (
    <ul aria-label={`Filters for ${category.labels.plural}`} className="mt-2 flex flex-wrap gap-2">
      {understood.parts.map((part) => (
        <li key={part.text}>
          <Chip as={Link} active to={pagePaths.search(withoutPart(q, understood, part))}>
            {partLabel(category, part)}
          </Chip>
        </li>
      ))}
    </ul>
  )
}

function Found({
  category,
  filters,
  page,
  isFirst,
}: {
  category: AnyCategory
  filters: URLSearchParams
  page: ListingsPage
  isFirst: boolean
}) {
  const { id, labels } = category
  const headingId = `found-${labels.plural}`
  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={headingId} className="title-3">
          {labels.menu}
        </h2>
        <Link
          to={pagePaths.browse(id, appliedFilters(filters, page.understood))}
          className="link py-1.5 font-semibold"
        >
          {allOf(category, page)}
        </Link>
      </div>
      <UnderstoodChips
        category={category}
        q={filters.get('q') ?? ''}
        understood={page.understood}
      />
      <CardRow>
        {page.results.map((listing, index) => (
          <CardRowItem key={listing.id}>
            <ListingCard listing={listing} index={isFirst ? index : index + 1} titleAs="h3" />
          </CardRowItem>
        ))}
      </CardRow>
    </section>
  )
}

/** Returns for example "All 14 rentals". */
const allOf = (category: AnyCategory, page: ListingsPage) =>
  `${page.total === 1 ? '' : 'All '}${formatListingCount(category, page)}`

/** Returns for example "rentals or items". */
const pluralsOf = (groups: readonly SearchGroup[]) =>
  groups.map(({ category }) => category.labels.plural).join(' or ')

/** Returns the category to save a search in: the one that it names or describes, or the one for everything else. */
function categoryToSave(groups: readonly SearchGroup[]): AnyCategory | undefined {
  const describes = ({ page }: SearchGroup) =>
    page?.understood?.names_category ||
    page?.understood?.parts.some(({ filters }) =>
      Object.keys(filters).some((name) => !name.endsWith('_price')),
    )
  return groups.find(describes)?.category ?? publicCategories.at(-1)
}

function NothingFound({
  q,
  filters,
  groups,
}: {
  q: string
  filters: URLSearchParams
  groups: readonly SearchGroup[]
}) {
  const category = categoryToSave(groups)
  const understood = groups.find((group) => group.category === category)?.page?.understood
  return (
    <>
      <EmptyState
        illustration={<EmptyIllustration />}
        title={
          <span className="wrap-anywhere">
            Nothing matches “<bdi>{clipText(q)}</bdi>”
          </span>
        }
        action={
          <>
            {category && (
              <SaveSearch
                category={category}
                filters={appliedFilters(filters, understood)}
                variant="primary"
              />
            )}
            {publicCategories.map(({ id, labels }) => (
              <LinkButton key={id} as={Link} variant="secondary" to={pagePaths.browse(id)}>
                {labels.menu}
              </LinkButton>
            ))}
          </>
        }
      >
        Check the spelling or try fewer words. Or save this search, and we'll email you when
        something matching is posted in {category?.labels.menu}.
      </EmptyState>
      <CloseMatches matches={closeMatchesOf(groups)} />
    </>
  )
}
