import type { CampusSettings } from '#campus/campus-settings.ts'
import type { SettingsResponse } from '#contract/settings.ts'
import { formatNumber } from '#format/format.ts'
import { RadioGroup } from '../ui/controls/radio-group.tsx'

export type DomainChoice = 'stay' | 'close'

/** The answer for each domain. Nobody is locked out without one. */
export type DomainChoices = Readonly<Record<string, DomainChoice>>

/** A domain that a change removes or closes, although students have it. */
interface AffectedDomain {
  domain: string
  count: number
  /** Whether the change itself locks the students out. */
  isClosed: boolean
}

const domainsOf = ({ universities }: CampusSettings) =>
  universities.flatMap(({ emailDomains }) => emailDomains)

export function findAffectedDomains(
  { settings: before, students }: Pick<SettingsResponse, 'settings' | 'students'>,
  after: CampusSettings,
): AffectedDomain[] {
  const kept = domainsOf(after)
  const removed = domainsOf(before).filter((domain) => !kept.includes(domain))
  const closed = after.closedDomains.filter((domain) => !before.closedDomains.includes(domain))
  return students
    .filter(({ domain }) => removed.includes(domain) || closed.includes(domain))
    .map((counted) => ({ ...counted, isClosed: closed.includes(counted.domain) }))
}

/** Closes the domains whose students the admin locks out. */
export function applyDomainChoices(
  settings: CampusSettings,
  choices: DomainChoices,
): CampusSettings {
  const closed = Object.keys(choices).filter((domain) => choices[domain] === 'close')
  return { ...settings, closedDomains: [...new Set([...settings.closedDomains, ...closed])] }
}

const studentsWith = ({ domain, count }: AffectedDomain) =>
  `${formatNumber(count)} ${count === 1 ? 'student has' : 'students have'} an email at @${domain}`

/** Says what happens to the students of domains, where the admin has no choice left. */
export function DomainNotes({ domains }: { domains: readonly AffectedDomain[] }) {
  return domains.map((affected) => (
    <p key={affected.domain} dir="auto" className="mt-4">
      <b>{studentsWith(affected)}.</b>{' '}
      {affected.isClosed
        ? 'They can no longer log in after this.'
        : 'They can still log in, but nobody new can sign up with it.'}
    </p>
  ))
}

/** Asks what happens to the students of each domain that is removed. */
export function DomainQuestions({
  domains,
  ownEmail,
  choices,
  isChecked,
  onChoose,
}: {
  domains: readonly AffectedDomain[]
  /** The email of the admin, who cannot lock out themselves. */
  ownEmail: string
  choices: DomainChoices
  /** Whether questions without an answer have an error. */
  isChecked: boolean
  onChoose: (domain: string, choice: DomainChoice) => void
}) {
  return domains.map((affected) => {
    const { domain, isClosed } = affected
    if (isClosed) return <DomainNotes key={domain} domains={[affected]} />
    const isOwn = ownEmail.endsWith(`@${domain}`)
    return (
      <div key={domain} className="mt-4">
        <RadioGroup
          label={`${studentsWith(affected)}. What happens to them?`}
          name={`domain ${domain}`}
          value={choices[domain] ?? ''}
          options={[
            { value: 'stay', label: 'They can still log in' },
            ...(isOwn ? [] : [{ value: 'close', label: 'Lock them out' }]),
          ]}
          help={
            isOwn
              ? "Your own email has this domain, so you can't lock it out."
              : 'Nobody new can sign up with it in either case.'
          }
          error={isChecked && !choices[domain] ? 'Choose one' : undefined}
          onChange={({ target }) => onChoose(domain, target.value as DomainChoice)}
        />
      </div>
    )
  })
}
