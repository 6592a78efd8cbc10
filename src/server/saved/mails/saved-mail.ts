import { categoryById } from '#categories/index.ts'
import { readPeriod } from '#categories/periods.ts'
import { oneLine } from '#categories/text-rules.ts'
import { describeFit, type Fit } from '#contract/fits.ts'
import { categoryOf, type Listing } from '#contract/listing.ts'
import {
  formatListingPrice,
  formatPriceWithUnit,
  limitLabel,
  statusLabel,
} from '#contract/listing-fields.ts'
import { pagePaths } from '#contract/paths.ts'
import { searchLabel, searchWords } from '#contract/search-label.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { dash, formatPrice, pluralize } from '#format/format.ts'
import { describePeriod, namePeriod } from '#format/format-period.ts'
import { mailFactsOf } from '../../categories/index.ts'
import { toMailItem } from '../../listings/present-listing.ts'
import type { MailItem, MailSection } from '../../mail/mail-content.ts'
import type { Mail } from '../../mail/mail-transport.ts'
import { renderMail } from '../../mail/render-mail.ts'
import type { MailLinks } from '../../mail/unsubscribe-links.ts'
import { greet, type SubscribedUser } from '../../students/account-mails.ts'
import type { SavedSearchRow } from '../searches/saved-search-queries.ts'
import type { FavouriteChange } from './saved-mail-payload.ts'

export type MailedSearch = Pick<SavedSearchRow, 'id' | 'category' | 'query' | 'created_at'>

export interface MailedResults {
  search: MailedSearch
  /** The listings that the email shows. */
  listings: Listing[]
  /** The number of all new listings. If `hasMore` is true, there are even more. */
  count: number
  hasMore: boolean
}

export interface MailedFavourite extends Pick<FavouriteChange, 'status' | 'price'> {
  listing: Listing
}

export interface SavedMailContents {
  searches: MailedResults[]
  /** The favourites that the email shows. */
  favourites: MailedFavourite[]
  /** The number of all favourites that have changed. */
  favouriteCount: number
  fits?: MailedFits[]
}

/** New listings that fit a listing of the student's own. */
export interface MailedFits {
  own: Listing
  /** The listings that the email shows. */
  listings: { listing: Listing; fit: Fit }[]
  count: number
}

interface SavedMailContext {
  links: MailLinks
  now: number
}

const maxPreheaderTitles = 3

export function buildSavedMail(
  reader: SubscribedUser,
  contents: SavedMailContents,
  context: SavedMailContext,
): Mail {
  const { searches, favourites, favouriteCount, fits = [] } = contents
  const [first] = searches
  const isOneSearch = searches.length === 1 && favouriteCount === 0 && fits.length === 0
  const { appUrl } = context.links
  const titles = [
    ...searches.flatMap(({ listings }) => listings.map(({ title }) => title)),
    ...favourites.map(({ listing }) => listing.title),
    ...fits.flatMap(({ listings }) => listings.map(({ listing }) => listing.title)),
  ]
  const { heading, subject } = buildSubject(contents)
  return renderMail('saved-news', reader, subject, {
    preheader: titles.slice(0, maxPreheaderTitles).join(', '),
    heading,
    greeting: greet(reader),
    paragraphs: [],
    sections: [
      ...searches.map((results) => resultsSection(results, context, isOneSearch)),
      ...fits.map((each) => fitsSection(each, context)),
      ...(favouriteCount > 0 ? [favouritesSection(contents, context)] : []),
    ],
    button: { ...mailButton(), isSecondary: true },
    unsubscribe: unsubscribe(reader, contents, context.links),
  })

  function mailButton() {
    if (isOneSearch && first) {
      return { label: 'Open this search', url: searchUrl(first.search, appUrl) }
    }
    const [onlyFit] = searches.length + favouriteCount === 0 ? fits : []
    if (onlyFit) return { label: 'See what fits', url: listingUrl(onlyFit.own, appUrl) }
    return { label: 'Open what you saved', url: appUrl + pagePaths.saved }
  }
}

const listingUrl = ({ category, id }: Listing, appUrl: string) =>
  appUrl + pagePaths.listing(category, id)

/** Returns "2 new places fit" or "1 more student is looking for this". */
function countFits({ own, count }: MailedFits): string {
  if (categoryOf(own).seeks)
    return `${pluralize(count, 'new place')} ${count === 1 ? 'fits' : 'fit'}`
  return `${count} more ${count === 1 ? 'student is' : 'students are'} looking for this`
}

function fitsSection(fits: MailedFits, context: SavedMailContext): MailSection {
  const { own, listings, count } = fits
  const url = listingUrl(own, context.links.appUrl)
  const left = count - listings.length
  const whose = categoryOf(own).seeks ? 'your' : 'their'
  return {
    heading: `${countFits(fits)}: ${oneLine(own.title)}`,
    items: listings.map(({ listing, fit }) =>
      listingItem(listing, context, { reason: describeFit(fit, whose) }),
    ),
    ...(left > 0 && { more: { label: `and ${left} more`, url } }),
  }
}

const searchTopic = ({ id, created_at }: MailedSearch) =>
  ({ kind: 'search', id, createdAt: created_at }) as const

const searchUrl = ({ category, query }: MailedSearch, appUrl: string) =>
  appUrl + pagePaths.browse(category, query)

/** The heading leaves out the words that the section below it says. */
function buildSubject({ searches, favourites, favouriteCount, fits = [] }: SavedMailContents) {
  const [results, ...others] = searches
  const [favourite] = favourites
  const [fit, ...otherFits] = fits
  if (fit && searches.length + favouriteCount + otherFits.length === 0) {
    const heading = countFits(fit)
    return { heading, subject: oneLine(`${heading}: ${fit.own.title}`) }
  }
  if (results && others.length === 0 && favouriteCount + fits.length === 0) {
    const heading = countNew(results)
    const words = searchWords(categoryById[results.search.category], results.search.query)
    return { heading, subject: oneLine(words ? `${heading}: ${words}` : heading) }
  }
  if (!results && !fit && favourite && favouriteCount === 1) {
    const news = oneLine(describeNews(favourite))
    return { heading: news, subject: news }
  }
  const count = searches.reduce((sum, each) => sum + each.count, 0)
  const hasMore = searches.some((each) => each.hasMore)
  const fitCount = fits.reduce((sum, each) => sum + each.count, 0)
  const parts = [
    ...(count > 0 ? [atLeast(pluralize(count, 'new listing'), hasMore)] : []),
    ...(fitCount > 0
      ? [`${pluralize(fitCount, 'listing')} that ${fitCount === 1 ? 'fits' : 'fit'}`]
      : []),
    ...(favouriteCount > 0 ? [`news about ${pluralize(favouriteCount, 'saved listing')}`] : []),
  ]
  const subject = capitalize(parts.join(' and '))
  return { heading: subject, subject }
}

/** Returns a text such as "3 new rentals". */
function countNew({ search, count, hasMore }: MailedResults): string {
  const { singular, plural } = categoryById[search.category].labels
  return capitalize(atLeast(`${count} new ${count === 1 ? singular : plural}`, hasMore))
}

const atLeast = (count: string, hasMore: boolean) => (hasMore ? `at least ${count}` : count)

function resultsSection(
  results: MailedResults,
  context: SavedMailContext,
  isOnly: boolean,
): MailSection {
  const { search, listings, count, hasMore } = results
  const { appUrl, unsubscribeUrl } = context.links
  const left = count - listings.length
  const label =
    listings.length > 0 ? `and ${atLeast(String(left), hasMore)} more` : countNew(results)
  return {
    heading: searchLabel(categoryById[search.category], search.query),
    items: listings.map((listing) => listingItem(listing, context)),
    ...(left > 0 && { more: { label, url: searchUrl(search, appUrl) } }),
    ...(!isOnly && {
      link: {
        label: 'Stop emails about this search',
        url: unsubscribeUrl(searchTopic(search)),
      },
    }),
  }
}

function favouritesSection(
  { favourites, favouriteCount }: SavedMailContents,
  context: SavedMailContext,
): MailSection {
  const left = favouriteCount - favourites.length
  const url = context.links.appUrl + pagePaths.saved
  return {
    heading: 'Listings you saved',
    items: favourites.map((favourite) => {
      const changes = describeChanges(favourite).map(({ label, detail }) =>
        detail ? `${label}, ${detail}` : label,
      )
      return listingItem(favourite.listing, context, { changes })
    }),
    ...(left > 0 && { more: { label: `and ${left} more`, url } }),
  }
}

function listingItem(
  listing: Listing,
  { links: { appUrl }, now }: SavedMailContext,
  { changes = [], reason }: { changes?: string[]; reason?: string } = {},
): MailItem {
  // The changes of a favourite already say that it is pending.
  const status = listing.status === 'pending' && changes.length === 0 ? ['Pending'] : []
  const reasons = reason ? [reason] : []
  const text = [...changes, ...status, ...reasons, ...listingFacts(listing, campusIsoDate(now))]
  return {
    ...toMailItem(listing, { text: text.join(' · '), appUrl }),
    price: listingPriceText(listing),
    url: appUrl + pagePaths.listing(listing.category, listing.id),
  }
}

function describeChanges({ listing, status, price }: MailedFavourite) {
  const changes: { label: string; detail?: string }[] = []
  if (status === 'available') changes.push({ label: 'Available again' })
  else if (status) changes.push({ label: statusLabel(listing) })
  if (price) {
    changes.push({ label: 'Price drop', detail: `was ${formatPrice(price.wasCents / 100)}` })
  }
  return changes
}

/** Returns a text such as "City bike is now $140" or "City bike is pending and now $140". */
function describeNews({ listing, status, price }: MailedFavourite): string {
  const news = [
    ...(status === 'available' ? ['available again'] : []),
    ...(status && status !== 'available' ? [statusLabel(listing).toLowerCase()] : []),
    ...(price ? [`now ${formatListingPrice(listing).toLowerCase()}`] : []),
  ]
  return `${listing.title} is ${news.join(' and ')}`
}

/** Builds the link that turns these emails off: for one search, for favourites, or for everything saved. */
function unsubscribe(
  { id, createdAt }: SubscribedUser,
  { searches, favouriteCount, fits = [] }: SavedMailContents,
  { unsubscribeUrl }: MailLinks,
) {
  const [first, second] = searches
  if (fits.length > 0) {
    const reason =
      'You get this email because a listing fits one of yours. Unsubscribing stops all emails about what fits and what you saved.'
    return { reason, url: unsubscribeUrl({ kind: 'saved', id, createdAt }) }
  }
  if (first && !second && favouriteCount === 0) {
    const url = unsubscribeUrl(searchTopic(first.search))
    return { reason: 'You get this email because you saved this search.', url }
  }
  if (!first) {
    const reason = 'You get this email because you asked for news about listings you saved.'
    return { reason, url: unsubscribeUrl({ kind: 'favourites', id, createdAt }) }
  }
  const things = favouriteCount > 0 ? 'searches and listings' : 'these searches'
  const reason = `You get this email because you saved ${things}. Unsubscribing stops all emails about what you saved.`
  return { reason, url: unsubscribeUrl({ kind: 'saved', id, createdAt }) }
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Describes a listing in a few words for an email. */
function listingFacts(listing: Listing, today: string): string[] {
  const category = categoryOf(listing)
  const period = readPeriod(category, listing.details)
  // A request offers nothing, so its dates are named without "Available".
  const time = period && (category.seeks ? namePeriod(period) : describePeriod(period, today))
  return [...mailFactsOf(listing, today), time].filter(
    (fact) => typeof fact === 'string' && fact !== '',
  ) as string[]
}

/** Returns a text such as "$800/month per room", "Looking to pay up to $40" or "Free". */
function listingPriceText(listing: Listing): string {
  if (formatListingPrice(listing) === dash) return ''
  const limit = limitLabel(listing)
  const price = formatPriceWithUnit(listing)
  return limit ? `${limit} ${price}` : price
}
