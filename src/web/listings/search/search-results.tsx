import { Fragment, useState } from 'react'
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
import { Select } from '../../ui/controls/select.tsx'
import { EmptyIllustration } from '../../ui/illustrations/empty.tsx'
import { CloseMatches } from '../browse/close-matches.tsx'
import type { ListingsPage } from '../browse/listings-query.ts'
import { formatListingCount } from '../browse/result-count.ts'
import { ListingCard } from '../cards/listing-card.tsx'
import {
  closeMatchesOf,
  joinCorrections,
  likeliestGroup,
  maxPerCategory,
  type PartInForce,
  partsOfAll,
  type SearchGroup,
} from './search-query.ts'
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
        <UnderstoodChip key={part.text} {...{ category, q, understood, part }} />
      ))}
    </ul>
  )
}

function UnderstoodChip({ category, q, understood, part }: PartInForce & { q: string }) {
  return (
    <li>
      <Chip as={Link} active to={pagePaths.search(withoutPart(q, understood, part))}>
        {partLabel(category, part)}
      </Chip>
    </li>
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
  const shown = page.results.slice(0, maxPerCategory)
  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={headingId} className="title-3">
          {labels.menu}
        </h2>
        {shown.length < page.total && (
          <Link
            to={pagePaths.browse(id, appliedFilters(filters, page.understood))}
            className="link py-1.5 font-semibold"
          >
            All {formatListingCount(category, page)}
          </Link>
        )}
      </div>
      <UnderstoodChips
        category={category}
        q={filters.get('q') ?? ''}
        understood={page.understood}
      />
      <CardRow>
        {shown.map((listing, index) => (
          <CardRowItem key={listing.id}>
            <ListingCard listing={listing} index={isFirst ? index : index + 1} titleAs="h3" />
          </CardRowItem>
        ))}
      </CardRow>
    </section>
  )
}

/** Returns for example "rentals or items". */
const pluralsOf = (groups: readonly SearchGroup[]) =>
  groups.map(({ category }) => category.labels.plural).join(' or ')

/** Returns the categories that a search may be meant for: those that it names or describes, or all of them. */
function categoriesToSave(groups: readonly SearchGroup[]): readonly SearchGroup[] {
  const described = groups.filter(
    ({ page }) =>
      page?.understood?.names_category ||
      page?.understood?.parts.some(({ filters }) =>
        Object.keys(filters).some((name) => !name.endsWith('_price')),
      ),
  )
  return described.length > 0 ? described : groups
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
  const parts = partsOfAll(inOrder(groups))
  return (
    <>
      {parts.length > 0 && (
        <ul aria-label="Filters in force" className="flex flex-wrap gap-2">
          {parts.map((each) => (
            <UnderstoodChip key={partLabel(each.category, each.part)} q={q} {...each} />
          ))}
        </ul>
      )}
      <EmptyState
        illustration={<EmptyIllustration />}
        title={
          <span className="wrap-anywhere">
            Nothing matches “<bdi>{clipText(q)}</bdi>”
          </span>
        }
        action={
          <>
            <SaveChoice groups={categoriesToSave(inOrder(groups))} filters={filters} />
            <div className="mt-3 basis-full">
              <p className="mx-auto max-w-[44ch] text-balance text-ink-2">
                Check the spelling or try fewer words. Or look through{' '}
                {inOrder(groups).map(({ category: { id, labels } }, index, { length }) => (
                  <Fragment key={id}>
                    {index > 0 && (index === length - 1 ? ' or ' : ', ')}
                    <Link to={pagePaths.browse(id)} className="link">
                      {labels.menu}
                    </Link>
                  </Fragment>
                ))}
                .
              </p>
            </div>
          </>
        }
      >
        Save this search and we'll email you when something new matches.
      </EmptyState>
      <CloseMatches matches={closeMatchesOf(groups)} />
    </>
  )
}

/** A saved search is about one category. If it is not clear which one, the reader chooses. */
function SaveChoice({
  groups,
  filters,
}: {
  groups: readonly SearchGroup[]
  filters: URLSearchParams
}) {
  const [chosen, setChosen] = useState<string>()
  const group = groups.find(({ category }) => category.id === chosen) ?? likeliestGroup(groups)
  if (!group) return null
  const { category, page } = group
  return (
    <>
      {groups.length > 1 && (
        <div data-needs-script className="w-[min(12rem,60vw)] sm:w-36">
          <Select
            label="Save it for"
            hideLabel
            flush
            options={groups.map(({ category: { id, labels } }) => ({
              value: id,
              label: labels.menu,
            }))}
            value={category.id}
            onChange={({ target }) => setChosen(target.value)}
          />
        </div>
      )}
      <SaveSearch
        key={category.id}
        category={category}
        filters={appliedFilters(filters, page?.understood)}
        label={groups.length === 1 ? `Save this search in ${category.labels.menu}` : undefined}
        variant="primary"
      />
    </>
  )
}

/** Groups are sorted by how well they match. Without a match, they have the order of the header. */
const inOrder = (groups: readonly SearchGroup[]) =>
  publicCategories.flatMap(({ id }) => groups.find(({ category }) => category.id === id) ?? [])
