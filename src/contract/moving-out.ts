import { z } from 'zod'
import { inputSchema } from '#categories/field-schemas.ts'
import { categoryById } from '#categories/index.ts'
import { maxPrice } from '#categories/limits.ts'
import { hasBidiControl } from '#categories/text-rules.ts'
import { fieldErrors } from './errors.ts'
import { listingInput } from './listing-input.ts'
import { listItem, type WireListing } from './listings.ts'
import { maxMovingItems, maxPickupLength } from './moving-out-rules.ts'

const line = (label: string) =>
  inputSchema({ kind: 'text', label, required: true, maxLength: maxPickupLength }).refine(
    (text) => !hasBidiControl(text),
    'Contains a hidden character that changes the direction of text',
  )

const bundlePrice = inputSchema({
  kind: 'money',
  label: 'Price for everything',
  max: maxPrice,
}).refine((price) => price !== 0, "Leave this empty if you don't want one price for everything")

/** One item. `checkItems` checks its values. */
const movingItem = z.object({
  title: z.unknown().optional().meta({ description: 'As for an item.' }),
  price: z.unknown().optional().meta({ description: 'As for an item: 0 with `is_free`.' }),
  is_free: z.unknown().optional(),
  category: z.unknown().optional().meta({ description: 'The kind of item, as for an item.' }),
  photos: z.unknown().optional().meta({ description: 'As for an item.' }),
})

type MovingItem = z.output<typeof movingItem>

/** The input for the listing of an item. */
export function toItemInput(item: MovingItem, description: string) {
  const isFree = item.is_free === true || item.is_free === 'true'
  const price = isFree ? 0 : item.price
  return { ...item, is_free: isFree, price, listing_type: 'Selling', description }
}

/** Names the item in each error: `items.2.title`. Runs even if other fields are invalid, so that all errors come at once. */
const checkItems = z.superRefine<{ items: MovingItem[] }>(
  ({ items }, { addIssue }) => {
    for (const [index, item] of items.slice(0, maxMovingItems).entries()) {
      if (!movingItem.safeParse(item).success) continue
      const { error } = listingInput.misc.safeParse(toItemInput(item, 'Moving out'))
      for (const [name, message] of Object.entries(error ? fieldErrors(error) : {})) {
        addIssue({ code: 'custom', path: [`items.${index}.${name}`], message })
      }
    }
  },
  { when: ({ value }) => Array.isArray((value as { items?: unknown } | undefined)?.items) },
)

const noTime = 'Choose a day and a time'

export const movingSaleInput = z
  .object({
    client_id: z.uuid('Must be a UUID').toLowerCase().meta({
      description: 'The second request with the same id posts nothing and gets the first sale.',
    }),
    items: z
      .array(movingItem, 'Add at least one item')
      .min(1, 'Add at least one item')
      .max(maxMovingItems, `Post at most ${maxMovingItems} items at once`),
    place: line('Place'),
    pickup_window: line('When'),
    free_until: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, noTime)
      .refine((time) => z.iso.datetime({ local: true }).safeParse(`${time}:00`).success, noTime)
      .nullable()
      .default(null)
      .meta({
        description: 'The campus time at which free items end, such as `2026-11-28T18:00`.',
      }),
    bundle_price: bundlePrice,
    anyway: z.boolean('Must be true or false').optional(),
  })
  .refine(({ items, bundle_price }) => bundle_price === null || items.length > 1, {
    path: ['bundle_price'],
    message: 'Add a second item, or leave out the price for everything',
  })
  .check(checkItems)

/** A field that is left out keeps its value. */
export const movingSaleChange = z.object({
  place: line('Place').optional(),
  pickup_window: line('When').optional(),
  // Without the pipe, a price that is left out would be null.
  bundle_price: z.unknown().pipe(bundlePrice).optional(),
})

const sale = z.object({
  id: z.int(),
  seller: z.object({ id: z.int(), name: z.string() }),
  place: z.string(),
  pickup_window: z.string(),
  free_until: z.iso.datetime().nullable(),
  /** A price for all of it, for how many things it was set, and whether they are the things that are left. */
  bundle: z.object({ price: z.number(), count: z.int(), is_current: z.boolean() }).nullable(),
  /** How many of the things are no longer listed. Deleted ones do not count. */
  gone_count: z.int(),
})

export type MovingSale = z.infer<typeof sale> & {
  /** The things that are still listed, in the order of the form. */
  items: WireListing<'misc'>[]
}

export const movingSaleResponse: z.ZodType<MovingSale> = sale.extend({
  items: z.array(listItem(categoryById.misc)),
}) as unknown as z.ZodType<MovingSale>

export type MovingSaleInput = z.output<typeof movingSaleInput>
