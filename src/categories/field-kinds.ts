/** What a choice may have as its value; a checkbox has true or false, or null while nobody has said it. */
export type ChoiceValue = string | number | boolean

interface FieldBase {
  /** Label on the create and edit form. */
  readonly label: string
  readonly help?: string
  readonly required?: true
  /** Label in the details list of the listing's page; a field without one is not in that list. */
  readonly detailLabel?: string
  /** On the form only while another field has one of these values, or this one has a value. */
  readonly shownWhen?: { readonly field: string; readonly values: readonly ChoiceValue[] }
}

export interface TextField extends FieldBase {
  readonly kind: 'text' | 'longtext'
  readonly maxLength: number
  readonly placeholder?: string
  /** How pages write what was typed. */
  readonly format?: (typed: string) => string
}

export interface NumberField extends FieldBase {
  readonly kind: 'number'
  readonly min: number
  readonly max: number
  /** What an omitted value means, in a request and in rows that are older than the field. */
  readonly default?: number
  /** In the details list from this value on. */
  readonly detailFrom?: number
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
  /** Where the form starts, and what rows without a value have; in a request it is only for an optional field. */
  readonly default?: string | number
}

export interface CheckboxField extends FieldBase {
  readonly kind: 'checkbox'
  readonly required?: never
  /** Values in the details list; "Yes" and "No" by default. */
  readonly detailValues?: { readonly yes: string; readonly no: string }
  /** Text on the card; without a `no`, a no shows nothing. */
  readonly cardText?: { readonly yes: string; readonly no?: string }
  /** The radio buttons of the form; "Yes" and "No" by default. */
  readonly radioLabels?: { readonly yes: string; readonly no: string }
  /** Where the form starts. Without it, the form has a third radio button, "Not said", and starts there. */
  readonly formStart?: boolean
  /** On the form it changes with this checkbox while both have the same value. */
  readonly follows?: string
  /** The heading over adjacent questions on the form. */
  readonly group?: string
}

/** A list of short texts: the options are checkboxes on the form, other texts are accepted by the API. */
export interface ListField extends FieldBase {
  readonly kind: 'list'
  readonly required?: never
  readonly options: readonly string[]
  readonly maxItems: number
  readonly maxLength: number
}

/** Codes such as "MATH 135", normalised; on the form, one text with commas. */
export interface CodesField extends FieldBase {
  readonly kind: 'codes'
  readonly required?: never
  readonly maxItems: number
  readonly maxLength: number
  readonly placeholder: string
  /** The name under which the API has the first code alone; written without the list, it replaces all codes. */
  readonly firstCodeName: string
}

/** An ISBN with 13 digits; one with 10, hyphens or spaces is accepted. */
export interface IsbnField extends FieldBase {
  readonly kind: 'isbn'
}

export type Field =
  | TextField
  | NumberField
  | MoneyField
  | DateField
  | ChoiceField
  | CheckboxField
  | ListField
  | CodesField
  | IsbnField
