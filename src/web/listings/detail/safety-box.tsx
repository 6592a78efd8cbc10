import { universities } from '#campus.ts'
import { Callout } from '../../ui/callout.tsx'

const meetUpSpots = universities
  .flatMap((university) => university.meetUpSpots.slice(0, 1))
  .join(' or the ')

export function SafetyBox() {
  return (
    <Callout>
      <strong>Meet safely.</strong> Meet on campus, at the {meetUpSpots} for example, and never send
      a deposit before seeing a place.
    </Callout>
  )
}
