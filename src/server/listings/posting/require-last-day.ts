import type { Lifetime } from '#categories/define-category.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { dayPassedMessage } from '#contract/listing-status.ts'
import { invalidInput } from '../../errors.ts'
import { findPassedDay, isLastDayTooFar } from '../lifecycle/listing-end.ts'

const tooFar = 'This date is too far away. Choose one in the next two years.'

/** 400 for a day that cannot end a listing. An edit may leave one that has passed. */
export function requireUsableLastDay(
  category: AnyCategory,
  input: ListingInput,
  { now, mayHavePassed }: { now: number; mayHavePassed: boolean },
) {
  const { lastDay }: Lifetime = category.lifetime
  if (!lastDay) return
  if (isLastDayTooFar(category, input, now)) throw invalidInput({ [lastDay]: tooFar })
  if (!mayHavePassed && findPassedDay(category, input, now) === lastDay) {
    throw invalidInput({ [lastDay]: dayPassedMessage })
  }
}
