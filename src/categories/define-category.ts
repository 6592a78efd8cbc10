interface FieldBase {
  /** Label on the create and edit form. */
  readonly label: string
  readonly help?: string
  readonly required?: true
  /** Label in the details list of the listing's page; a field without one is not in that list. */
  readonly detailLabel?: string
}

export interface TextField extends FieldBase {
  readonly kind: 'text' | 'longtext'
  readonly maxLength: number
  readonly placeholder?: string
}

export interface NumberField extends FieldBase {
  readonly kind: 'number'
  readonly min: number
  readonly max: number
  /** While this checkbox is ticked the field is required and has these labels. */
  readonly requiredWhen?: {
    readonly field: string
    readonly label: string
    readonly detailLabel: string
  }
}

/** Dollars, with cents allowed. */
export interface MoneyField extends FieldBase {
  readonly kind: 'money'
  readonly max: number
}

/** A day, YYYY-MM-DD. */
export interface DateField extends FieldBase {
  readonly kind: 'date'
}

export interface ChoiceField extends FieldBase {
  readonly kind: 'choice'
  readonly options: readonly (string | number)[]
}

export interface CheckboxField extends FieldBase {
  readonly kind: 'checkbox'
  readonly required?: never
  /** Values in the details list; "Yes" and "No" by default. */
  readonly detailValues?: { readonly yes: string; readonly no: string }
  /** Text on the card; without a `no`, an unticked box shows nothing. */
  readonly cardText?: { readonly yes: string; readonly no?: string }
}

/** A list of short texts: the options are checkboxes on the form, other texts are accepted by the API. */
export interface ListField extends FieldBase {
  readonly kind: 'list'
  readonly required?: never
  readonly options: readonly string[]
  readonly maxItems: number
  readonly maxLength: number
}

export type Field =
  | TextField
  | NumberField
  | MoneyField
  | DateField
  | ChoiceField
  | CheckboxField
  | ListField

export interface FilterOption {
  /** In the URL. A matched text is accepted too, and case does not count: "health science" is "Health Sciences". */
  readonly value: string
  /** In the filter panel. */
  readonly label: string
  /** Among the active filters, where the label alone is not enough, as "3". */
  readonly chipLabel?: string
  /** The stored values it matches. */
  readonly matches: readonly ChoiceValue[]
}

export type ChoiceValue = string | number | boolean

/** Options whose value and label are the stored value. */
export const toFilterOptions = (values: readonly ChoiceValue[]): FilterOption[] =>
  values.map((value) => ({ value: String(value), label: String(value), matches: [value] }))

/** Radio buttons; none chosen is "Any". */
export interface ChoiceFilter<FieldName extends string = string> {
  readonly kind: 'choice'
  readonly label: string
  readonly field: FieldName
  readonly options: readonly FilterOption[]
}

/** A checkbox; ticked, it matches listings where an item of the list field contains the text, ignoring case. */
export interface ContainsFilter<FieldName extends string = string> {
  readonly kind: 'contains'
  readonly label: string
  readonly field: FieldName
  readonly text: string
}

/** A text box: `search` matches words and word prefixes, `code` a whole code, ignoring case, spaces and hyphens. */
export interface TextFilter<FieldName extends string = string> {
  readonly kind: 'search' | 'code'
  readonly label: string
  readonly field: FieldName
  readonly placeholder: string
}

export type Filter<FieldName extends string = string> =
  | ChoiceFilter<FieldName>
  | ContainsFilter<FieldName>
  | TextFilter<FieldName>

/** The slider's upper end: a fixed price, or the highest listed price (`max` until that is loaded). */
export type PriceSlider =
  | { readonly kind: 'fixed'; readonly max: number; readonly maxLabel: string }
  | { readonly kind: 'highest-listed'; readonly max: number }

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

/** A category of listings as plain data: routes, validation, storage, forms and filters are derived from it. */
export interface CategoryDefinition<FieldName extends string = string> {
  readonly id: string
  /** First segment of its page paths and, after /api, of its API paths. */
  readonly path: string
  readonly labels: {
    readonly singular: string
    readonly plural: string
    /** In the header's menu and over the browse page. */
    readonly menu: string
    /** On a photo of the landing page's gallery. */
    readonly badge: string
    readonly dashboard: string
    readonly add: string
    readonly edit: string
    readonly emptyList: string
    /** Links on the landing page, each to the browse page. */
    readonly shortcuts: readonly string[]
  }
  /** The JSON names that common values have in this category's API. Its description is always `description`. */
  readonly apiNames: {
    readonly title: FieldName
    readonly price: FieldName
    readonly date: string
  }
  /** Suffix of the price, by the value of a checkbox. */
  readonly priceUnit?: { readonly field: FieldName; readonly yes: string; readonly no: string }
  /** By API name, in the order of the form. */
  readonly fields: Readonly<Record<FieldName, Field>> & { readonly description: TextField }
  /** By URL parameter, in the order of the filter panel. */
  readonly filters: Readonly<Record<string, Filter<FieldName>>>
  readonly priceSlider: PriceSlider
  readonly lifetime: Lifetime<FieldName>
  /** What a listing is once it is gone, unless a field has a value. */
  readonly soldLabels: {
    readonly default: string
    readonly when?: {
      readonly field: FieldName
      readonly value: ChoiceValue
      readonly label: string
    }
  }
  /** Filters: listings that match the first for the same value are most similar, then those of the next. */
  readonly similarBy: readonly string[]
  /** The search box and the fields it searches. */
  readonly search: { readonly fields: readonly FieldName[]; readonly placeholder: string }
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
  Extract<keyof Definition['fields'], string>
>

interface ReferencesOwnFilters<Definition extends CategoryDefinition> {
  readonly similarBy: readonly (keyof Definition['filters'])[]
}

/** A misspelt property, such as `detail` for `detailLabel`, fails to compile. */
type KnownProperties<FieldType extends Field> = {
  [Name in Exclude<keyof FieldType, keyof Extract<Field, { kind: FieldType['kind'] }>>]: never
}

type OnlyKnownProperties<Definition extends CategoryDefinition> = {
  readonly fields: {
    readonly [Name in keyof Definition['fields']]: KnownProperties<Definition['fields'][Name]>
  }
}

/** Infers the literal type, from which the API types follow; a reference to an unknown field or filter fails to compile. */
export function defineCategory<const Definition extends CategoryDefinition>(
  definition: Definition &
    ReferencesOwnFields<Definition> &
    ReferencesOwnFilters<Definition> &
    OnlyKnownProperties<Definition>,
): Definition {
  return definition
}
