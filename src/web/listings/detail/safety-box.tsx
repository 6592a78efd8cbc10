import { universities } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { Callout } from '../../ui/callout.tsx'

const meetUpSpots = universities
  .flatMap((university) => university.meetUpSpots.slice(0, 1))
  .join(' or the ')

export function SafetyBox({ category }: { category: AnyCategory }) {
  const thing = category.period ? 'a place' : 'the item'
  return (
    <Callout>
      <strong>Meet safely.</strong> Meet on campus, at the {meetUpSpots} for example, and never send
      a deposit before seeing {thing}.
    </Callout>
  )
}
