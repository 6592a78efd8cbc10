import { campus } from '#campus/campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import { formatPriceWithUnit, statusLabel } from '#contract/listing-fields.ts'
import { pagePaths } from '#contract/paths.ts'
import { toIso } from '../durations.ts'
import { escapeXml, xmlDocument } from './xml.ts'

export function atomFeed(category: AnyCategory, listings: Listing[], appUrl: string): string {
  const page = appUrl + pagePaths.browse(category.id)
  // ISO times sort correctly as text.
  const updated = listings.map(updatedAt).toSorted()
  const lines = [
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeXml(page)}</id>`,
    `<title>${escapeXml(`${category.labels.menu} on ${campus.brand}`)}</title>`,
    `<link rel="alternate" href="${escapeXml(page)}"/>`,
    `<link rel="self" href="${escapeXml(appUrl + pagePaths.feed(category.id))}"/>`,
    `<updated>${updated.at(-1) ?? toIso(0)}</updated>`,
    ...listings.map((listing) => entry(listing, appUrl)),
    '</feed>',
  ]
  return xmlDocument(lines.join('\n'))
}

function entry(listing: Listing, appUrl: string): string {
  const url = escapeXml(appUrl + pagePaths.listing(listing.category, listing.id))
  const price = formatPriceWithUnit(listing)
  const status = listing.status === 'available' ? '' : `${statusLabel(listing)}: `
  return [
    '<entry>',
    `<id>${url}</id>`,
    `<title>${escapeXml(`${status}${listing.title}, ${price}`)}</title>`,
    `<link rel="alternate" href="${url}"/>`,
    `<published>${listing.postedAt}</published>`,
    `<updated>${updatedAt(listing)}</updated>`,
    `<author><name>${escapeXml(listing.seller.name)}</name></author>`,
    `<summary>${escapeXml(listing.description ?? '')}</summary>`,
    '</entry>',
  ].join('')
}

/**
 * Returns the time of the last renewal or the posting, so that a renewal brings a listing to the top of a reader's list
 * again.
 */
const updatedAt = ({ renewedAt, postedAt }: Listing): string => renewedAt ?? postedAt
