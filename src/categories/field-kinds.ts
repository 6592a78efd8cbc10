/** The value of a choice. A checkbox is true or false, or null while nobody has answered it. */
export type ChoiceValue = string | number | boolean

interface FieldBase {
  /** The label on the create and edit form. */
  readonly label: string
  readonly help?: string
  readonly required?: true
  /** The label in the details list of the listing's page. A field without one is not in that list. */
  readonly detailLabel?: string
  /** A fact about who lives there, for the seller and confirmed students only. See `household.ts`. */
  readonly isHousehold?: true
  /** The form shows the field only while another field has one of these values, or while this field has a value. */
  readonly shownWhen?: { readonly field: string; readonly values: readonly ChoiceValue[] }
}

export interface TextField extends FieldBase {
  readonly kind: 'text' | 'longtext'
  readonly maxLength: number
  readonly placeholder?: string
  /** Formats the typed text for pages. */
  readonly format?: (typed: string) => string
}

export interface NumberField extends FieldBase {
  readonly kind: 'number'
  readonly min: number
  readonly max: number
  /** The value used when a request leaves the field out, and for rows that are older than the field. */
  readonly default?: number
  /** The smallest value that the details list shows. */
  readonly detailFrom?: number
  /**
   * While this checkbox is ticked, the field is required and has these labels. Without a label, the details list leaves it out,
   * because the line below the title says it: "3 other rooms · 4-bedroom home".
   */
  readonly requiredWhen?: {
    readonly field: string
    readonly label: string
    readonly detailLabel: string
  }
}

/** An amount in dollars, with cents allowed. */
export interface MoneyField extends FieldBase {
  readonly kind: 'money'
  /** The lowest amount, if it is not 0. */
  readonly min?: number
  readonly max: number
  /** What the details list says for 0. Without it, 0 is a dash. */
  readonly zeroText?: string
}

/** A day as YYYY-MM-DD. */
export interface DateField extends FieldBase {
  readonly kind: 'date'
}

export interface ChoiceField extends FieldBase {
  readonly kind: 'choice'
  readonly options: readonly (string | number)[]
  /** The form's initial value, and the value of rows without one. Requests get it only if the field is optional. */
  readonly default?: string | number
  /** How the details list says an option that is too short by itself. */
  readonly detailValues?: Readonly<Record<string, string>>
}

export interface CheckboxField extends FieldBase {
  readonly kind: 'checkbox'
  readonly required?: never
  /** The values in the details list. The defaults are "Yes" and "No". */
  readonly detailValues?: { readonly yes: string; readonly no: string }
  /** The text on the card. Without `no`, an answer of no shows nothing. */
  readonly cardText?: { readonly yes: string; readonly no?: string }
  /** The labels of the form's radio buttons. The defaults are "Yes" and "No". */
  readonly radioLabels?: { readonly yes: string; readonly no: string }
  /** The form's initial answer. Without it, the form has a third radio button, "Not stated", and starts there. */
  readonly formStart?: boolean
  /** On the form, this checkbox changes together with the named one while both have the same value. */
  readonly follows?: string
  /** The heading over adjacent questions on the form. */
  readonly group?: string
}

/** A list of short texts. The form shows the options as checkboxes; the API also accepts other texts. */
export interface ListField extends FieldBase {
  readonly kind: 'list'
  readonly required?: never
  readonly options: readonly string[]
  readonly maxItems: number
  readonly maxLength: number
}

/** Normalised codes such as "MATH 135". The form has them in one text with commas. */
export interface CodesField extends FieldBase {
  readonly kind: 'codes'
  readonly required?: never
  readonly maxItems: number
  readonly maxLength: number
  readonly placeholder: string
  /** The API name for the first code alone. A request that sends it without the list replaces all codes. */
  readonly firstCodeName: string
}

/** An ISBN with 13 digits. Input may also have 10 digits, hyphens or spaces. */
export interface IsbnField extends FieldBase {
  readonly kind: 'isbn'
}

/**
 * The minutes to each campus of the settings, on foot and by bus, in steps. A campus that was added later has no values;
 * those of a campus that was removed are kept and not shown.
 */
export interface MinutesField extends FieldBase {
  readonly kind: 'minutes'
  readonly required?: never
  /** The text field with the address that the minutes are counted from. */
  readonly from: string
}

/** The longest way to one campus that a student accepts, written like the filter by minutes: "north-15-bus". */
export interface NearField extends FieldBase {
  readonly kind: 'near'
  readonly required?: never
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
  | MinutesField
  | NearField
