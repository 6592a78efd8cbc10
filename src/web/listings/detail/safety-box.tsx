import { universities } from '#campus.ts'
import { Callout } from '../../ui/callout.tsx'

const spots = universities.flatMap(({ meetUpSpots }) => meetUpSpots.slice(0, 1)).join(' or the ')

export function SafetyBox() {
  return (
    <Callout>
      <strong>Meet safely.</strong> Meet on campus, at the {spots} for example, and never send a
      deposit before seeing a place.
    </Callout>
  )
}
