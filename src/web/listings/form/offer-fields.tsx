import { useController, useFormContext, useWatch } from 'react-hook-form'
import { campus } from '#campus/campus.ts'
import { coerceMoney } from '#categories/coercion.ts'
import type { AnyCategory } from '#categories/index.ts'
import {
  defaultDeclineText,
  maxBuyerOffersPerDay,
  maxDeclineTextLength,
  takesOffers,
} from '#contract/offer-rules.ts'
import { fieldProps } from '../../forms/field-props.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { FieldFold, FieldRows } from '../../ui/controls/field.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { type FormValues, hasOffers, offerNames } from './form-values.ts'

/** What the seller says about offers, folded away until somebody opens it. */
export function OfferFields({ category }: { category: AnyCategory }) {
  const form = useFormContext<FormValues>()
  const { control } = form
  const isWanted = useWatch({ control, compute: (values) => asksForOffers(category, values) })
  const said = useWatch({ control, compute: describeOffers })
  const hasError = offerNames.some((name) => form.getFieldState(name, form.formState).error)
  if (!hasOffers(category) || !(isWanted || hasError)) return null
  return (
    <FieldFold label="Offers" optional said={said} hasError={hasError}>
      <div className="mt-4">
        <FieldRows>
          <Checkbox
            label="Price is firm"
            help="Nobody can make an offer."
            {...form.register('price_is_firm')}
          />
          <LowestOffer />
        </FieldRows>
      </div>
    </FieldFold>
  )
}

/** Returns for example "Lowest offer: $30". */
function describeOffers({ price_is_firm, lowest_offer, decline_text }: FormValues): string {
  if (price_is_firm) return 'Price is firm'
  const lowest = lowest_offer && `Lowest offer: ${campus.currency.symbol}${lowest_offer}`
  return [lowest, decline_text && `Your reply: ${decline_text}`].filter(Boolean).join(' · ')
}

/** Whether a listing with these values would take offers, or says that the price is firm. */
function asksForOffers(category: AnyCategory, values: FormValues): boolean {
  const price = Number(coerceMoney(values[category.apiNames.price]))
  return takesOffers({ category: category.id, price: price || 0, details: values })
}

/** The lowest offer and the words for lower ones. They mean nothing while the price is firm. */
function LowestOffer() {
  const form = useFormContext<FormValues>()
  const isFirm = useWatch({ control: form.control, name: 'price_is_firm' }) === true
  const { field, fieldState } = useController<FormValues>({ name: 'decline_text' })
  if (isFirm) return null
  return (
    <>
      <TextField
        {...fieldProps(form, 'lowest_offer')}
        label="Lowest offer you'd consider"
        help={`We decline lower offers for you and never show this number. Buyers could still guess it, since each can make ${maxBuyerOffersPerDay} offers a day.`}
        optional
        prefix={campus.currency.symbol}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextArea
        {...field}
        value={String(field.value ?? '')}
        error={fieldState.error?.message}
        label="Your reply to lower offers"
        help={`If you leave this empty, we send: “${defaultDeclineText}”`}
        optional
        maxLength={maxDeclineTextLength}
      />
    </>
  )
}
