import { z } from 'zod'
import { coerceBoolean, coerceMoney, coerceText } from '#categories/coercion.ts'
import type { CategoryDefinition } from '#categories/define-category.ts'
import { messageText } from './messages.ts'
import { maxDeclineTextLength } from './offer-rules.ts'
import { offerAmount } from './offers.ts'

/** Keeps a value that is left out, so that a change of other fields keeps the settings. */
const kept = <Schema extends z.ZodType>(coerce: (value: unknown) => unknown, schema: Schema) =>
  z
    .preprocess((value) => (value === undefined ? value : coerce(value)), schema.optional())
    .optional()

const tooLong = `Must be at most ${maxDeclineTextLength} characters`

/** What a seller says about offers in the body of a listing. Only the seller ever gets the last two back. */
const offerSettingsShape = {
  price_is_firm: kept(coerceBoolean, z.boolean('Must be true or false')).describe(
    'Whether the listing takes no offers.',
  ),
  lowest_offer: kept(coerceMoney, offerAmount.nullable()).describe(
    'Lower offers are declined at once. Nobody else sees it.',
  ),
  decline_text: kept(
    coerceText,
    messageText.refine((text) => [...text].length <= maxDeclineTextLength, tooLong).nullable(),
  ).describe('What buyers read who offer less. Nobody else sees it.'),
}

/** A category in which nobody sells has no such settings. */
export const offerShapeOf = ({ wantedWhen }: CategoryDefinition) =>
  wantedWhen === 'always' ? {} : offerSettingsShape
