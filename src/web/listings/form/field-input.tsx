import { type ChangeEvent, useRef } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { campus } from '#campus/campus.ts'
import type { Field, ListField } from '#categories/field-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { resolveField } from '#categories/listing-values.ts'
import { nearOptions } from '#categories/minutes.ts'
import type { Listing } from '#contract/listing.ts'
import { fieldProps } from '../../forms/field-props.ts'
import { revalidate } from '../../forms/revalidate.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { OptionalMark } from '../../ui/controls/field.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextArea, type TextAreaProps } from '../../ui/controls/text-area.tsx'
import { TextField, type TextFieldProps } from '../../ui/controls/text-field.tsx'
import { CopiesHint } from './copies-hint.tsx'
import { registerOptions, useHelp, useIsShown, useRevalidate } from './field-behaviour.ts'
import type { FormValues } from './form-values.ts'
import { IsbnInput } from './isbn-input.tsx'
import { MinutesInput } from './minutes-input.tsx'
import { Nudges } from './nudges.tsx'
import { PriceSuggestion } from './price-suggestion.tsx'
import { CheckboxFieldset, RadioInput, radioOptions } from './radio-input.tsx'
import { RoundedPrice } from './rounded-price.tsx'

interface FieldInputProps {
  category: AnyCategory
  name: string
  field: Field
  /** The earliest day that a date may have. */
  min?: string | undefined
  /** The saved listing that the form edits. */
  listing?: Listing | undefined
  hideLabel?: boolean
}

/** The input for the field's kind, if the form shows the field. */
export function FieldInput(props: FieldInputProps) {
  return useIsShown(props.name, props.field) ? <ShownInput {...props} /> : null
}

function ShownInput({ category, name, field, min, listing, hideLabel }: FieldInputProps) {
  const form = useFormContext<FormValues>()
  const { label, required } = useResolvedField(name, field)
  const help = useHelp(category, name, field)
  const radios = radioOptions(field)
  if (radios) {
    return <RadioInput {...{ category, name, label, help }} definition={field} options={radios} />
  }
  if (field.kind === 'list') return <CheckboxListInput name={name} field={field} />
  if (field.kind === 'minutes') return <MinutesInput {...{ name, field, listing }} />

  // The heading of the household facts says that they are optional.
  const common = { label, help, hideLabel, optional: !required && !field.isHousehold }
  const isPrice = name === category.apiNames.price
  const note = isPrice ? (
    <>
      <RoundedPriceOf name={name} />
      {category.photos !== 'none' && (
        <>
          {!listing && <CopiesHint category={category} />}
          <PriceSuggestion category={category} />
        </>
      )}
    </>
  ) : (
    category.nudgedFields?.includes(name) && <Nudges name={name} />
  )
  if (field.kind === 'longtext') {
    return <LongTextInput {...common} note={note} name={name} maxLength={field.maxLength} />
  }
  const options = registerOptions(form, category, name)
  const registered = { ...common, ...fieldProps(form, name, options) }
  switch (field.kind) {
    case 'text':
      return (
        <TextField {...registered} note={note} placeholder={field.placeholder} autoComplete="off" />
      )
    case 'codes':
      return <TextField {...registered} placeholder={field.placeholder} autoComplete="off" />
    case 'isbn':
      return <IsbnInput {...registered} category={category} />
    case 'money': {
      const free = freeBox(category, name)
      return free ? (
        <PriceOrFreeInput {...registered} note={note} free={free} />
      ) : (
        <MoneyInput {...registered} note={note} />
      )
    }
    case 'number':
      return <TextField {...registered} inputMode="numeric" autoComplete="off" />
    case 'date':
      return <TextField {...registered} type="date" min={min} />
    case 'near':
      return campus.places.length === 0 ? null : (
        <Select {...registered} placeholder="Doesn't matter" options={nearOptions()} />
      )
    case 'choice':
      return (
        <Select
          {...registered}
          // Many of these follow each other, so they reserve no lines for errors.
          flush={field.isHousehold}
          placeholder={required ? 'Choose one' : 'Not stated'}
          options={field.options.map((option) => ({ value: `${option}`, label: `${option}` }))}
        />
      )
  }
}

/** The checkbox that makes this price free, if the category has one. */
function freeBox({ fields, apiNames, freeWhen }: AnyCategory, name: string) {
  const label = freeWhen && fields[freeWhen]?.label
  return label && name === apiNames.price ? { name: freeWhen, label } : undefined
}

/** The field's label, and whether it is required. Both may depend on another field. */
function useResolvedField(name: string, field: Field) {
  const { control } = useFormContext<FormValues>()
  const resolved = useWatch({ control, compute: (values) => resolveField(field, values) })
  useRevalidate(name, resolved.required)
  return resolved
}

/** The input is controlled, because it counts the characters. */
function LongTextInput({ name, ...area }: Omit<TextAreaProps, 'value'> & { name: string }) {
  const { field, fieldState } = useController<FormValues>({ name })
  return (
    <TextArea {...area} {...field} value={String(field.value)} error={fieldState.error?.message} />
  )
}

/** Checkboxes for the options, and for values that are no longer options. */
function CheckboxListInput({ name, field }: { name: string; field: ListField }) {
  const form = useFormContext<FormValues>()
  const { error, ...registration } = fieldProps(form, name)
  const { defaultValues } = form.formState
  const values = [defaultValues?.[name] ?? [], form.getValues(name)].flat().map(String)
  const legend = (
    <>
      {field.label}
      {!field.isHousehold && <OptionalMark />}
    </>
  )
  return (
    <CheckboxFieldset legend={legend} error={error}>
      {[...new Set([...field.options, ...values])].map((option) => (
        <Checkbox key={option} {...registration} label={option} value={option} />
      ))}
    </CheckboxFieldset>
  )
}

function MoneyInput(props: TextFieldProps) {
  return (
    <TextField {...props} prefix={campus.currency.symbol} inputMode="decimal" autoComplete="off" />
  )
}

/** A price with a "free" box. Unticking the box restores the earlier price. */
function PriceOrFreeInput({
  name,
  free,
  ...input
}: TextFieldProps & { name: string; free: { name: string; label: string } }) {
  const form = useFormContext<FormValues>()
  const isFree = useWatch({ control: form.control, name: free.name }) === true
  const earlierPrice = useRef('')
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (target.checked) earlierPrice.current = String(form.getValues(name))
    form.setValue(name, target.checked ? '0' : earlierPrice.current, { shouldDirty: true })
    revalidate(form, name)
  }
  return (
    <MoneyInput
      {...input}
      name={name}
      disabled={isFree}
      suffix={<Checkbox label={free.label} {...form.register(free.name, { onChange })} />}
    />
  )
}

function RoundedPriceOf({ name }: { name: string }) {
  const { control } = useFormContext<FormValues>()
  return <RoundedPrice text={String(useWatch({ control, name }))} />
}
