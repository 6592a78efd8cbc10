/** Where and how a field is asked for and shown. Every field is asked for on the form. */
interface FieldBase {
  /** On the form. */
  readonly label: string
  readonly help?: string
  readonly required?: true
  /** In the details list of the listing's page; fields without one have a place of their own or none. */
  readonly detail?: string
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
  /** While that checkbox is ticked the field is required and goes by these names. */
  readonly when?: {
    readonly field: string
    readonly label: string
    readonly detail: string
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
  /** In the details list, instead of Yes and No. */
  readonly words?: { readonly yes: string; readonly no: string }
  /** On the card; without a `no`, an unticked box says nothing. */
  readonly card?: { readonly yes: string; readonly no?: string }
}

/** Short texts: the options are offered as checkboxes, others are kept. */
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

/** The URL may also give any text it finds, and in any case: "health science" is "Health Sciences". */
export interface FilterOption {
  /** In the URL. */
  readonly value: string
  /** In the filter panel. */
  readonly label: string
  /** Where the label alone would not say enough, as "3" among the active filters. */
  readonly chip?: string
  /** The stored values it finds. */
  readonly finds: readonly ChoiceValue[]
}

export type ChoiceValue = string | number | boolean

/** Options that are worded as they are stored. */
export const optionsFor = (values: readonly ChoiceValue[]): FilterOption[] =>
  values.map((value) => ({ value: String(value), label: String(value), finds: [value] }))

/** One choice of several; none chosen is "Any". */
export interface ChoiceFilter<FieldName extends string = string> {
  readonly kind: 'choice'
  readonly label: string
  readonly field: FieldName
  readonly options: readonly FilterOption[]
}

/** A checkbox; ticked, it finds listings where an entry of the list contains the text in any case. */
export interface MentionFilter<FieldName extends string = string> {
  readonly kind: 'mention'
  readonly label: string
  readonly field: FieldName
  readonly text: string
}

/** A text box: `words` finds words and word beginnings, `code` the same code however it is spaced. */
export interface TextFilter<FieldName extends string = string> {
  readonly kind: 'words' | 'code'
  readonly label: string
  readonly field: FieldName
  readonly placeholder: string
}

export type Filter<FieldName extends string = string> =
  | ChoiceFilter<FieldName>
  | MentionFilter<FieldName>
  | TextFilter<FieldName>

/** The price slider: to a fixed end, or to the highest listed price (`max` until that is known). */
export type PriceSlider =
  | { readonly to: 'fixed'; readonly max: number; readonly endLabel: string }
  | { readonly to: 'highest'; readonly max: number }

/** What can be listed: plain data, light enough for every page, from which all else follows. */
export interface CategoryDefinition<FieldName extends string = string> {
  readonly id: string
  /** First part of its pages' and its API's paths. */
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
    readonly none: string
    /** On the landing page, each leading to the browse page. */
    readonly shortcuts: readonly string[]
  }
  /** The names that common values have on the wire. Its description is always `description`. */
  readonly wire: {
    readonly title: FieldName
    readonly price: FieldName
    readonly date: string
  }
  readonly priceUnit?: { readonly field: FieldName; readonly yes: string; readonly no: string }
  /** By wire name, in the order of the form. */
  readonly fields: Readonly<Record<FieldName, Field>> & { readonly description: TextField }
  /** By URL parameter, in the order of the filter panel. */
  readonly filters: Readonly<Record<string, Filter<FieldName>>>
  readonly priceSlider: PriceSlider
  readonly search: { readonly reads: readonly FieldName[]; readonly placeholder: string }
  readonly messages: {
    readonly noId: string
    readonly notFound: string
    readonly loadFailed: string
    readonly fetchFailed: string
    /** When a refusal carries no sentence of its own. */
    readonly saveFailed: string
    /** When no answer came. */
    readonly saveUnreachable: string
    /** The mail's subject, before ": {title}". */
    readonly inquiry: string
  }
}

/** The names a definition's parts may refer to: those of its own fields. */
type NamesOwnFields<Definition extends CategoryDefinition> = CategoryDefinition<
  Extract<keyof Definition['fields'], string>
>

/** Keeps the exact type, so that wire types come from the data; a name of no field fails to compile. */
export function defineCategory<const Definition extends CategoryDefinition>(
  definition: Definition & NamesOwnFields<Definition>,
): Definition {
  return definition
}
