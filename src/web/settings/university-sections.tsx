import { isDayOfYear } from '#campus/campus-schema.ts'
import { formatDayOfYear, formatNumber, parseDayOfYear } from '#format/format.ts'
import { FieldPair } from '../ui/controls/field.tsx'
import {
  fromLines,
  LinesField,
  ListEditor,
  namesOf,
  SettingField,
  toLines,
} from './section-fields.tsx'
import { defineSection, type SectionFacts } from './section-form.tsx'

const newSpot = { name: '', hours: '' }
const newUniversity = {
  name: '',
  shortName: '',
  emailLabel: '',
  emailDomains: '',
  meetUpSpots: [newSpot],
}

interface NamesForm {
  brand: string
  universities: (typeof newUniversity)[]
  closedDomains: string
}

export const NamesSection = defineSection<NamesForm>({
  id: 'names',
  title: 'Name and universities',
  text: 'Students sign up with an email of one of the universities. Safety tips and messages suggest the first meet-up spot of each.',
  summarize: ({ brand, universities }) =>
    `${brand} · ${universities.map(({ shortName }) => shortName).join(', ')}`,
  settings: ['brand', 'universities', 'closedDomains'],
  toForm: ({ brand, universities, closedDomains }) => ({
    brand,
    universities: universities.map(({ emailDomains, meetUpSpots, ...names }) => ({
      ...names,
      emailDomains: toLines(emailDomains),
      meetUpSpots: meetUpSpots.map(({ name, hours = '' }) => ({ name, hours })),
    })),
    closedDomains: toLines(closedDomains),
  }),
  fromForm: ({ brand, universities, closedDomains }) => {
    const domains = universities.flatMap(({ emailDomains }) => fromLines(emailDomains))
    return {
      brand,
      universities: universities.map(({ name, shortName, emailLabel, ...lists }) => ({
        name,
        shortName,
        emailLabel,
        emailDomains: fromLines(lists.emailDomains),
        meetUpSpots: lists.meetUpSpots.map((spot) => ({
          name: spot.name,
          ...(spot.hours.trim() && { hours: spot.hours }),
        })),
      })),
      // A domain that a university has again is open again.
      closedDomains: fromLines(closedDomains).filter((domain) => !domains.includes(domain)),
    }
  },
  Fields: ({ facts }) => (
    <>
      <SettingField name="brand" label="Name of the site" />
      <ListEditor name="universities" noun="university" newEntry={newUniversity} max={10}>
        {(path) => (
          <>
            <SettingField name={`${path}.name`} label="Full name" />
            <FieldPair>
              <SettingField
                name={`${path}.shortName`}
                label="Short name"
                help="As students say it."
              />
              <SettingField
                name={`${path}.emailLabel`}
                label="What students call its email"
                help="For example, “Northshore” in “Northshore email”."
              />
            </FieldPair>
            <LinesField
              name={`${path}.emailDomains`}
              label="Email domains"
              help="What comes after the @. One on each line."
            />
            <p className="font-semibold">Meet-up spots, the best one first</p>
            <ListEditor
              name={`${path}.meetUpSpots`}
              noun="meet-up spot"
              newEntry={newSpot}
              max={10}
              isNested
            >
              {(spot) => (
                <FieldPair>
                  <SettingField
                    name={`${spot}.name`}
                    label="Spot"
                    help="We write “the” before it."
                  />
                  <SettingField
                    name={`${spot}.hours`}
                    label="Hours"
                    help="Such as “7 am to midnight”."
                    optional
                  />
                </FieldPair>
              )}
            </ListEditor>
          </>
        )}
      </ListEditor>
      {facts.students.length > 0 && (
        <LinesField
          name="closedDomains"
          label="Locked-out email domains"
          help="Students with these can no longer log in. One on each line."
          optional
        />
      )}
      <StudentCounts facts={facts} />
    </>
  ),
})

/** Says how many students have which domain. A domain without a university may still have students. */
function StudentCounts({ facts: { students } }: { facts: SectionFacts }) {
  if (students.length === 0) return null
  return (
    <div>
      <p className="font-semibold">Students by email domain</p>
      <ul className="mt-1 text-ink-2 text-sm">
        {students.map(({ domain, count }) => (
          <li key={domain} className="wrap-anywhere">
            @{domain}: {formatNumber(count)}
          </li>
        ))}
      </ul>
    </div>
  )
}

const newPlace = { id: '', name: '', latitude: '', longitude: '' }

export const PlacesSection = defineSection<{ places: (typeof newPlace)[] }>({
  id: 'places',
  title: 'Campuses',
  text: 'Places that students walk or ride to, with their coordinates.',
  summarize: ({ places }) => namesOf(places),
  settings: ['places'],
  toForm: ({ places }) => ({
    places: places.map(({ id, name, latitude, longitude }) => ({
      id,
      name,
      latitude: String(latitude),
      longitude: String(longitude),
    })),
  }),
  fromForm: ({ places }) => ({
    places: places.map(({ id, name, latitude, longitude }, index) => ({
      id: id || toId(name, /[^a-z0-9]|^\d+/g, `place${index + 1}`),
      name,
      latitude: toNumber(latitude),
      longitude: toNumber(longitude),
    })),
  }),
  Fields: () => (
    <ListEditor name="places" noun="campus" newEntry={newPlace} max={10}>
      {(path) => (
        <>
          <SettingField name={`${path}.name`} label="Name" />
          <FieldPair>
            <SettingField
              name={`${path}.latitude`}
              label="Latitude"
              help="Such as 43.4723."
              inputMode="text"
            />
            <SettingField
              name={`${path}.longitude`}
              label="Longitude"
              help="Such as -80.5449."
              inputMode="text"
            />
          </FieldPair>
        </>
      )}
    </ListEditor>
  ),
})

/** A blank is no number, although JavaScript would read it as 0. */
const toNumber = (text: string) => (text.trim() ? Number(text) : Number.NaN)

/** Makes the id of a new entry from its name. URLs contain it, so an entry keeps its id when it is renamed. */
const toId = (name: string, others: RegExp, fallback: string) =>
  name.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '').replaceAll(others, '').slice(0, 20) ||
  fallback

export const termsText =
  'Terms come back every year, and can have gaps. If a term runs past New Year, split it at Dec 31.'

const newTerm = { id: '', name: '', firstDay: '', lastDay: '' }

export const TermsSection = defineSection<{ terms: (typeof newTerm)[] }>({
  id: 'terms',
  title: 'Terms',
  text: termsText,
  summarize: ({ terms }) => namesOf(terms),
  settings: ['terms'],
  toForm: ({ terms }) => ({
    terms: terms.map((term) => ({
      ...term,
      firstDay: formatDayOfYear(term.firstDay),
      lastDay: formatDayOfYear(term.lastDay),
    })),
  }),
  fromForm: ({ terms }) => ({
    terms: terms.map(({ id, name, firstDay, lastDay }, index) => ({
      id: id || toId(name, /[^a-z]/g, `term${'abcdef'[index]}`),
      name,
      firstDay: parseDayOfYear(firstDay),
      lastDay: parseDayOfYear(lastDay),
    })),
  }),
  // Terms are in calendar order, wherever a new one was typed.
  arrange: (form) => {
    const { terms } = form.getValues()
    // A date that is wrong has no place in the order yet.
    if (terms.some(({ firstDay }) => !isDayOfYear(parseDayOfYear(firstDay)))) return
    const sorted = terms.toSorted((a, b) =>
      parseDayOfYear(a.firstDay) < parseDayOfYear(b.firstDay) ? -1 : 1,
    )
    const isSorted = sorted.every((term, index) => term === terms[index])
    if (!isSorted) form.setValue('terms', sorted, { shouldDirty: true })
  },
  Fields: () => (
    <ListEditor name="terms" noun="term" newEntry={newTerm} max={6} isOrdered={false}>
      {(path) => (
        <>
          <SettingField name={`${path}.name`} label="Name" />
          <FieldPair>
            <SettingField name={`${path}.firstDay`} label="First day" help="Such as “Sep 1”." />
            <SettingField name={`${path}.lastDay`} label="Last day" help="Such as “Dec 31”." />
          </FieldPair>
        </>
      )}
    </ListEditor>
  ),
})
