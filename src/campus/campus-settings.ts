export interface University {
  readonly name: string
  readonly shortName: string
  /** The university's name in the message about an invalid email address. */
  readonly emailLabel: string
  readonly emailDomains: readonly string[]
  /** The best spot comes first. */
  readonly meetUpSpots: readonly MeetUpSpot[]
}

export interface MeetUpSpot {
  /** Sentences put "the" before the name. */
  readonly name: string
  /** When the spot is open, such as "7 am to midnight". */
  readonly hours?: string | undefined
}

/** A term of the academic year. Days are MM-DD, both included. Terms are in calendar order, and none spans New Year. */
export interface TermDefinition {
  /** Lower-case letters, because URLs contain it. */
  readonly id: string
  readonly name: string
  readonly firstDay: string
  readonly lastDay: string
}

/** A place that students walk or ride to. A university may have several. */
export interface CampusPlace {
  /** Lower-case letters and digits, because URLs contain it. */
  readonly id: string
  readonly name: string
  readonly latitude: number
  readonly longitude: number
}

/** Somebody on the About page. */
export interface Founder {
  readonly name: string
  readonly studyField: string
  readonly bio: string
  readonly link?: { readonly label: string; readonly url: string } | undefined
}

/** The regions that have a law pack, which `src/regions` holds. */
export const regionIds = ['CA-ON'] as const

export type RegionId = (typeof regionIds)[number]

/** Who has checked the legal texts of a region's law pack, and when. Without it, no page shows them. */
export interface LegalCheck {
  readonly region: string
  /** The version of the texts that was checked. Newer texts need a new check. */
  readonly version: number
  readonly by: string
  /** The day, YYYY-MM-DD. */
  readonly on: string
}

/** Everything that differs from one campus to another. Admins edit it; `campus-schema.ts` says what is valid. */
export interface CampusSettings {
  readonly brand: string
  readonly universities: readonly University[]
  /**
   * Domains whose students can no longer log in. A domain that is on neither list lets nobody sign up, and its students
   * stay.
   */
  readonly closedDomains: readonly string[]
  readonly places: readonly CampusPlace[]
  readonly terms: readonly TermDefinition[]
  readonly contactEmail: string
  /** The last line of every email, which Canadian law requires. Null until somebody sets it. */
  readonly postalAddress: string | null
  readonly founderQuote: string
  readonly founders: readonly Founder[]
  /** An IANA name, such as America/Toronto. */
  readonly timeZone: string
  readonly currency: { readonly code: string; readonly symbol: string }
  /** The region whose law pack is used, one of `regionIds`, or null for none. */
  readonly region: string | null
  /** At most one for each region. Pages do not get the names of those who checked. */
  readonly legalChecks: readonly LegalCheck[]
  /** A colour as #RRGGBB, or null for the colours of the design. Pages show the nearest one on which text is readable. */
  readonly accent: string | null
  /**
   * Stored settings have the picture as a data URL. The campus of a process, its pages and the API have the address that
   * it is served at, so that no page or log contains the picture.
   */
  readonly logo: string | null
  readonly faculties: readonly string[]
  readonly itemKinds: readonly string[]
  /** Words that mean the same in a search, besides those that every campus has: "North, NU". Pages do not get them. */
  readonly synonyms: readonly string[]
}
