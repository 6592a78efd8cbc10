import type { ChoiceValue, Field, TextField } from './field-kinds.ts'
import type { Filter, QuickFilter } from './filter-kinds.ts'

/** A condition that is true while the field has this value. */
export interface FieldCondition<FieldName extends string = string> {
  readonly field: FieldName
  readonly value: ChoiceValue
}

/** Computes a value from the fields, such as the bedrooms of a home. Returns null if the fields do not say it. */
export type DeriveValue = (values: Readonly<Record<string, unknown>>) => ChoiceValue | null

/** The fields for the first and last day on which a thing is available. */
export interface PeriodFields<FieldName extends string = string> {
  readonly from: FieldName
  /** The field is optional. Its day is later than the day in `from`. */
  readonly to: FieldName
  readonly maxMonths: number
  /** While this checkbox is ticked, a period without a last day has an unknown end; otherwise its end is open. */
  readonly unknownEndWhen?: FieldName
}

/** A number with a unit after it, such as "2 bedroom", searches for the value of a derived field. */
export interface SearchPhrase<FieldName extends string = string> {
  readonly units: readonly string[]
  readonly field: FieldName
  /**
   * If the fields do not give the value, the title may, unless it has one of these words: "Room in a 2 bedroom
   * apartment".
   */
  readonly unless: readonly string[]
}

/** A page with all listings of one thing, such as a book with its ISBN, at `/{path}/{segment}/{value}`. */
export interface CopiesPage<FieldName extends string = string> {
  /** The link to this page on the page of one listing. */
  readonly linkLabel: string
  readonly segment: string
  /** The ISBN field that identifies the thing. */
  readonly field: FieldName
  /** The fields that the form fills in from a listing with the same value. */
  readonly fills: readonly FieldName[]
}

/** The slider's upper end: a fixed price, or the highest listed price. `max` is used until that price is loaded. */
export interface PriceSlider {
  readonly kind: 'fixed' | 'highest-listed'
  readonly max: number
}

/** How long a listing stays listed, counted from posting or renewal. */
export interface Lifetime<FieldName extends string = string> {
  readonly days: number
  /** These days replace `days` while this checkbox is ticked. */
  readonly whenChecked?: {
    readonly field: FieldName
    readonly days: number
    /** The listing ends earlier, this many days after the date in this field, but never less than `minDays` from now. */
    readonly daysAfter?: {
      readonly field: FieldName
      readonly days: number
      readonly minDays: number
    }
  }
  /** If this date field is filled in, the listing ends with that day instead of after `days`. */
  readonly lastDay?: FieldName
  /** An edit that brings `lastDay` forward also ends the listing with that day, without a day of grace. */
  readonly endsNoLater?: true
}

export interface Shortcut {
  readonly label: string
  readonly parameters?: Readonly<Record<string, string>>
}

/** The suffix of a price, by the value of a checkbox. */
interface PriceUnit {
  readonly yes?: string
  readonly no?: string
  readonly unsaid: string
}

export interface FormStep<FieldName extends string = string> {
  readonly first: FieldName
  readonly title: string
  readonly help?: string
}

/** A category of listings as plain data: routes, validation, storage, forms and filters are derived from it. */
export interface CategoryDefinition<
  FieldName extends string = string,
  DerivedName extends string = string,
> {
  readonly id: string
  /** The first segment of the category's page paths and, after /api, of its API paths. */
  readonly path: string
  /**
   * Only students with a confirmed email address may know anything about these listings. Every route under the path is
   * refused to others, and no feed, sitemap or search over all categories has them.
   */
  readonly audience?: 'confirmed'
  /** These listings look for listings of that category. Students find both on one page, behind two tabs. */
  readonly seeks?: {
    readonly category: string
    readonly tabs: { readonly offered: string; readonly wanted: string }
  }
  readonly labels: {
    readonly singular: string
    readonly plural: string
    /** The name in the header's menu and at the top of the browse page. */
    readonly menu: string
    /** One line below the category's name on the home page and where a seller chooses a category. */
    readonly summary: string
    /** The option that a seller chooses: "A rental". */
    readonly sell: string
    /** The badge on a photo of the landing page's gallery. */
    readonly badge: string
    readonly dashboard: string
    readonly add: string
    readonly edit: string
    readonly emptyList: string
    /** The words before the price of a wanted listing, if they are not "Looking to pay up to". */
    readonly limit?: string
    /** Links on the landing page. Each opens the browse page with these parameters. */
    readonly shortcuts: readonly Shortcut[]
  }
  /** The JSON names of the title and the price in this category's API. The description is always `description`. */
  readonly apiNames: {
    readonly title: FieldName
    readonly price: FieldName
    readonly date: string
  }
  /**
   * The suffix of the price. If there is a checkbox for it, its value chooses the suffix. Cards can have shorter ones.
   */
  readonly priceUnit?: PriceUnit & { readonly field?: FieldName; readonly card?: PriceUnit }
  /** Shows how far the price is below the price in this field: "55% off new". */
  readonly priceOff?: { readonly field: FieldName; readonly text: string }
  /** The fields by API name, in the order of the form. */
  readonly fields: Readonly<Record<FieldName, Field>> & { readonly description: TextField }
  /** The steps of the form. Each begins with this field, and the first one with the first field. */
  readonly formSteps: readonly FormStep<FieldName>[]
  /** Values that are computed from the fields, for filters and searches. */
  readonly derived?: Readonly<Record<DerivedName, DeriveValue>>
  /** The words about the household facts, if the category has them: titles, and what the form asks to describe. */
  readonly household?: { readonly form: string; readonly page: string; readonly about: string }
  readonly period?: PeriodFields<FieldName>
  readonly copies?: CopiesPage<FieldName>
  /** A price of 0 is "Free" while this checkbox is ticked. */
  readonly freeWhen?: FieldName
  /**
   * A listing with this value, or every listing, asks for a thing: its price is the most the student would pay, and it
   * needs no photo.
   */
  readonly wantedWhen?: FieldCondition<FieldName> | 'always'
  /** These listings have no photos. A photo's address is open to everyone who knows it. */
  readonly photos?: 'none'
  /** The filters by URL parameter, in the order of the filter panel. */
  readonly filters: Readonly<Record<string, Filter<FieldName | DerivedName>>>
  /** Filters that old links still use but the panel does not show. */
  readonly hiddenFilters?: readonly string[]
  readonly quickFilters: readonly QuickFilter[]
  readonly priceSlider: PriceSlider
  readonly lifetime: Lifetime<FieldName>
  /** The label of a sold listing. A field's value may select another label. */
  readonly soldLabels: {
    readonly default: string
    readonly when?: FieldCondition<FieldName> & { readonly label: string }
  }
  /** The text fields beside which the form explains the law while the student types. */
  readonly nudgedFields?: readonly FieldName[]
  /** Questions that buyers often ask, suggested as texts for their messages. */
  readonly questions: readonly string[]
  /**
   * Filter names. Listings with the same value of the first filter are most similar, then those with the same value of
   * the next.
   */
  readonly similarBy: readonly string[]
  /**
   * A listing with this checkbox ticked is a sublet, whose landlord has to agree. The law pack's checklist is shown with
   * it, and the letter to the landlord names the address in the other field.
   */
  readonly sublet?: { readonly when: FieldName; readonly address: FieldName }
  /** Whether saved listings can be compared side by side. */
  readonly isComparable?: true
  /** The search box, the fields it searches, and the phrases it understands. */
  readonly search: {
    readonly fields: readonly (FieldName | DerivedName)[]
    readonly placeholder: string
    readonly phrases?: readonly SearchPhrase<DerivedName>[]
    /** Words for all listings of the category, without endings. In its own list they find everything. */
    readonly words?: readonly string[]
    /** What students do with a listing. "Somewhere to live" means the category like one of its words. */
    readonly verbs?: readonly string[]
  }
  readonly messages: {
    readonly missingId: string
    readonly notFound: string
    /** Shown when the API answers a load with another error. */
    readonly loadFailed: string
    /** Shown when a load gets no response. */
    readonly loadNetworkError: string
    /** Shown when the API refuses to save without a message of its own. */
    readonly saveFailed: string
    /** Shown when a save gets no response. */
    readonly saveNetworkError: string
    /** The subject of the email to the seller, before ": {title}". */
    readonly inquirySubject: string
  }
}

/** A definition whose parts may refer only to its own fields. */
type ReferencesOwnFields<Definition extends CategoryDefinition> = CategoryDefinition<
  Extract<keyof Definition['fields'], string>,
  Extract<keyof NonNullable<Definition['derived']>, string>
>

type NamesOfKind<Entries, Kind extends string> = {
  [Name in keyof Entries & string]: Entries[Name] extends { readonly kind: Kind } ? Name : never
}[keyof Entries & string]

/** References that must name a field of one kind, or a filter. */
interface ReferencesOwnKinds<Definition extends CategoryDefinition> {
  readonly copies?: { readonly field: NamesOfKind<Definition['fields'], 'isbn'> }
  readonly similarBy: readonly NamesOfKind<Definition['filters'], 'choice' | 'choices' | 'code'>[]
  readonly hiddenFilters?: readonly (keyof Definition['filters'])[]
  readonly quickFilters: readonly QuickFilter<NamesOfKind<Definition['filters'], 'term'>>[]
}

/** Makes a misspelt property, such as `detail` for `detailLabel`, fail to compile. */
type KnownProperties<FieldType extends Field> = {
  [Name in Exclude<keyof FieldType, keyof Extract<Field, { kind: FieldType['kind'] }>>]: never
}

type OnlyKnownProperties<Definition extends CategoryDefinition> = {
  readonly fields: {
    readonly [Name in keyof Definition['fields']]: KnownProperties<Definition['fields'][Name]> & {
      readonly shownWhen?: { readonly field: keyof Definition['fields'] }
      readonly follows?: NamesOfKind<Definition['fields'], 'checkbox'>
    }
  }
}

/**
 * Infers the literal type, from which the API types are derived. A reference to an unknown field or filter fails to
 * compile.
 */
export function defineCategory<const Definition extends CategoryDefinition>(
  definition: Definition &
    ReferencesOwnFields<Definition> &
    ReferencesOwnKinds<Definition> &
    OnlyKnownProperties<Definition>,
): Definition {
  return definition
}
