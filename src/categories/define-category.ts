import type { ChoiceValue, Field, TextField } from './field-kinds.ts'
import type { Filter, QuickFilter } from './filter-kinds.ts'

/** Holds while a field has this value. */
export interface FieldCondition<FieldName extends string = string> {
  readonly field: FieldName
  readonly value: ChoiceValue
}

/** A value that follows from the fields, as the bedrooms of a home; null if they do not say it. */
export type DeriveValue = (values: Readonly<Record<string, unknown>>) => ChoiceValue | null

/** The days between which a thing can be had. */
export interface PeriodFields<FieldName extends string = string> {
  readonly from: FieldName
  /** Optional, later than `from`. */
  readonly to: FieldName
  readonly maxMonths: number
  /** While this checkbox is ticked, the end of a period without a last day is not known; else it is open. */
  readonly unknownEndWhen?: FieldName
}

/** "2 bedroom", with one of the units after a number, searches for the value of a derived field. */
export interface SearchPhrase<FieldName extends string = string> {
  readonly units: readonly string[]
  readonly field: FieldName
  /** Where the fields do not say it, the title may, unless it has one of these words: "Room in a 2 bedroom apartment". */
  readonly unless: readonly string[]
}

/** All listings of one thing, as a book by its ISBN: a page at `/{path}/{segment}/{value}`. */
export interface CopiesPage<FieldName extends string = string> {
  /** On the page of one of them. */
  readonly linkLabel: string
  readonly segment: string
  /** An ISBN. */
  readonly field: FieldName
  /** What the form fills in from a listing with the same value. */
  readonly fills: readonly FieldName[]
}

/** The slider's upper end: a fixed price, or the highest listed price (`max` until that is loaded). */
export interface PriceSlider {
  readonly kind: 'fixed' | 'highest-listed'
  readonly max: number
}

/** How long a listing is listed, counted from posting or renewal. */
export interface Lifetime<FieldName extends string = string> {
  readonly days: number
  /** Replaces the days while this checkbox is ticked. */
  readonly whenChecked?: {
    readonly field: FieldName
    readonly days: number
    /** Sooner, so many days after the date in this field; but never sooner than `minDays` from now. */
    readonly daysAfter?: {
      readonly field: FieldName
      readonly days: number
      readonly minDays: number
    }
  }
  /** Replaces the days by the end of the day in this field, where it is filled in. */
  readonly lastDay?: FieldName
}

export interface Shortcut {
  readonly label: string
  readonly parameters?: Readonly<Record<string, string>>
}

/** A category of listings as plain data: routes, validation, storage, forms and filters are derived from it. */
export interface CategoryDefinition<
  FieldName extends string = string,
  DerivedName extends string = string,
> {
  readonly id: string
  /** First segment of its page paths and, after /api, of its API paths. */
  readonly path: string
  readonly labels: {
    readonly singular: string
    readonly plural: string
    /** In the header's menu and over the browse page. */
    readonly menu: string
    /** In one line, below its name on the home page and where a seller chooses. */
    readonly summary: string
    /** What a seller chooses: "A rental". */
    readonly sell: string
    /** On a photo of the landing page's gallery. */
    readonly badge: string
    readonly dashboard: string
    readonly add: string
    readonly edit: string
    readonly emptyList: string
    /** Links on the landing page, each to the browse page with these parameters. */
    readonly shortcuts: readonly Shortcut[]
  }
  /** The JSON names that common values have in this category's API. Its description is always `description`. */
  readonly apiNames: {
    readonly title: FieldName
    readonly price: FieldName
    readonly date: string
  }
  /** Suffix of the price, by the value of a checkbox. */
  readonly priceUnit?: {
    readonly field: FieldName
    readonly yes: string
    readonly no: string
    readonly unsaid: string
  }
  /** "45% of new": the price as a share of the one in this field. */
  readonly priceShare?: { readonly field: FieldName; readonly text: string }
  /** By API name, in the order of the form. */
  readonly fields: Readonly<Record<FieldName, Field>> & { readonly description: TextField }
  /** Values that filters and searches read beside the fields. */
  readonly derived?: Readonly<Record<DerivedName, DeriveValue>>
  readonly period?: PeriodFields<FieldName>
  readonly copies?: CopiesPage<FieldName>
  /** A price of 0 is "Free" while this checkbox is ticked. */
  readonly freeWhen?: FieldName
  /** Asks for a thing: its price is the highest its student pays, and it needs no photo. */
  readonly wantedWhen?: FieldCondition<FieldName>
  /** By URL parameter, in the order of the filter panel. */
  readonly filters: Readonly<Record<string, Filter<FieldName | DerivedName>>>
  /** Filters that old links have and the panel does not. */
  readonly hiddenFilters?: readonly string[]
  readonly quickFilters: readonly QuickFilter[]
  readonly priceSlider: PriceSlider
  readonly lifetime: Lifetime<FieldName>
  /** What a listing is once it is gone, unless a field has a value. */
  readonly soldLabels: {
    readonly default: string
    readonly when?: FieldCondition<FieldName> & { readonly label: string }
  }
  /** The texts beside which the form says what the law asks, while somebody types. */
  readonly nudgedFields?: readonly FieldName[]
  /** What buyers often ask: texts for their messages. */
  readonly questions: readonly string[]
  /** Filters: listings that match the first for the same value are most similar, then those of the next. */
  readonly similarBy: readonly string[]
  /** The search box, the fields it searches, and the phrases it understands. */
  readonly search: {
    readonly fields: readonly (FieldName | DerivedName)[]
    readonly placeholder: string
    readonly phrases?: readonly SearchPhrase<DerivedName>[]
  }
  readonly messages: {
    readonly missingId: string
    readonly notFound: string
    /** The API answered a load with another error. */
    readonly loadFailed: string
    /** The load got no response. */
    readonly loadNetworkError: string
    /** The API refused to save without a message of its own. */
    readonly saveFailed: string
    /** The save got no response. */
    readonly saveNetworkError: string
    /** Subject of the mail to the seller, before ": {title}". */
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

/** References that are to one kind of fields, or to filters. */
interface ReferencesOwnKinds<Definition extends CategoryDefinition> {
  readonly copies?: { readonly field: NamesOfKind<Definition['fields'], 'isbn'> }
  readonly similarBy: readonly NamesOfKind<Definition['filters'], 'choice' | 'choices' | 'code'>[]
  readonly hiddenFilters?: readonly (keyof Definition['filters'])[]
  readonly quickFilters: readonly QuickFilter<NamesOfKind<Definition['filters'], 'term'>>[]
}

/** A misspelt property, such as `detail` for `detailLabel`, fails to compile. */
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

/** Infers the literal type, from which the API types follow; a reference to an unknown field or filter fails to compile. */
export function defineCategory<const Definition extends CategoryDefinition>(
  definition: Definition &
    ReferencesOwnFields<Definition> &
    ReferencesOwnKinds<Definition> &
    OnlyKnownProperties<Definition>,
): Definition {
  return definition
}
