import { useFormContext } from 'react-hook-form'
import type { LegalCheck } from '#campus/campus-settings.ts'
import { formatDate } from '#format/format.ts'
import type { LetterFacts } from '#regions/phrase-rules.ts'
import { findSubletTexts } from '#regions/sublets.ts'
import { FieldPair } from '../ui/controls/field.tsx'
import { SettingField } from './section-fields.tsx'
import { defineSection } from './section-form.tsx'

interface LegalForm {
  region: string | null
  /** All checks as they are saved, because those of other regions and of older versions stay. */
  checks: readonly LegalCheck[]
  by: string
  on: string
}

export const LegalSection = defineSection<LegalForm>({
  id: 'legal',
  title: 'Legal texts',
  text: 'These texts are about the law, so someone who knows the law has to check them. Students see them once you enter who checked them and when. Pages show the date, not the name.',
  summarize: ({ region, legalChecks }) => {
    const texts = findSubletTexts(region)
    if (!texts) return 'The region has none'
    const check = legalChecks.find((each) => each.region === region)
    if (!check) return 'Not checked yet'
    return check.version === texts.version
      ? `Checked on ${formatDate(check.on)}`
      : `An older version was checked on ${formatDate(check.on)}`
  },
  settings: ['legalChecks'],
  toForm: ({ region, legalChecks }) => {
    const check = legalChecks.find((each) => each.region === region)
    const isCurrent = check?.version === findSubletTexts(region)?.version
    const { by, on } = isCurrent && check ? check : { by: '', on: '' }
    return { region, checks: legalChecks, by, on }
  },
  fromForm: ({ region, checks, by, on }) => {
    const texts = findSubletTexts(region)
    if (region === null || !texts) return { legalChecks: checks }
    const place = checkPlace({ region, checks })
    if (by.trim() || on) {
      return { legalChecks: checks.toSpliced(place, 1, { region, version: texts.version, by, on }) }
    }
    const isCurrent = checks[place]?.version === texts.version
    return { legalChecks: isCurrent ? checks.toSpliced(place, 1) : checks }
  },
  Fields: () => <LegalFields />,
})

/** Returns the place of the region's check in the list, or the place after the last one. */
function checkPlace({ region, checks }: Pick<LegalForm, 'region' | 'checks'>): number {
  const place = checks.findIndex((each) => each.region === region)
  return place < 0 ? checks.length : place
}

function LegalFields() {
  const form = useFormContext<LegalForm>()
  const [region, checks] = form.watch(['region', 'checks'])
  const texts = findSubletTexts(region)
  if (!texts) return <p>The region has no legal texts.</p>
  const place = checkPlace({ region, checks })
  const check = checks[place]
  // The settings have a list of checks, the form has the fields of one.
  const errorOf = (name: 'by' | 'on') =>
    form.getFieldState(`legalChecks.${place}.${name}` as 'by', form.formState).error?.message
  return (
    <>
      <LegalState check={check} version={texts.version} />
      <details>
        <summary className="link cursor-pointer">Read the texts about sublets</summary>
        <dl className="mt-3 grid gap-3">
          {texts.items.map(({ id, title, text, source }) => (
            <div key={id}>
              <dt className="font-semibold">{title}</dt>
              <dd>
                {text}
                {source && (
                  <a
                    href={source.url}
                    target="_blank"
                    rel="noopener noreferrer"
                    className="link block text-sm"
                  >
                    {source.name}
                  </a>
                )}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 font-semibold">The letter to the landlord</p>
        <p className="mt-1 whitespace-pre-line">{texts.letter(sampleFacts)}</p>
      </details>
      <FieldPair>
        <SettingField
          name="by"
          label="Checked by"
          help="Such as the name of a lawyer, or of the legal clinic."
          fallbackError={errorOf('by')}
        />
        <SettingField name="on" label="On" type="date" fallbackError={errorOf('on')} />
      </FieldPair>
    </>
  )
}

/** Says whether students see the texts. */
function LegalState({ check, version }: { check: LegalCheck | undefined; version: number }) {
  if (!check) return <p>{`Off: nobody has checked version ${version} yet.`}</p>
  const past = `${check.by} checked version ${check.version} on ${formatDate(check.on)}.`
  return (
    <p dir="auto">
      {check.version === version
        ? `On. ${past}`
        : `Off. ${past} Version ${version} is different, so it needs a new check.`}
    </p>
  )
}

const sampleFacts: LetterFacts = {
  today: '[today]',
  tenant: "[tenant's name]",
  landlord: "[landlord's name]",
  subtenant: "[subtenant's name]",
  address: '[address]',
  from: '[first day]',
  to: '[last day]',
  rent: '[rent]',
}
