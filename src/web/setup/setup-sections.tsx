import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { builtInCampus } from '#campus/built-in.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'
import type { SetupResponse } from '#contract/setup.ts'
import type { SetupStep } from '#contract/setup-steps.ts'
import { LookSection } from '../settings/look-section.tsx'
import { defineSection } from '../settings/section-form.tsx'
import { ContactSection, MoneySection } from '../settings/site-sections.tsx'
import { NamesSection, TermsSection, termsText } from '../settings/university-sections.tsx'

type TermsForm = ReturnType<typeof TermsSection.toForm>
type MoneyForm = ReturnType<typeof MoneySection.toForm>

/** The terms with the currency and the time zone, which cannot change any more once there is a listing. */
const CalendarSection = defineSection<TermsForm & MoneyForm>({
  id: 'calendar',
  title: 'Terms, money and time',
  text: `${termsText} You can't change the currency or the time zone once there is a listing.`,
  settings: [...TermsSection.settings, ...MoneySection.settings],
  toForm: (settings) => ({ ...TermsSection.toForm(settings), ...MoneySection.toForm(settings) }),
  fromForm: (form) => ({ ...TermsSection.fromForm(form), ...MoneySection.fromForm(form) }),
  arrange: (form) => TermsSection.arrange?.(form as unknown as UseFormReturn<TermsForm>),
  Fields: (props) => (
    <>
      <TermsSection.Fields {...props} />
      <p className="title-4 mt-2">Money and time</p>
      <MoneySection.Fields {...props} />
    </>
  ),
})

/** The section of each step that changes settings. */
export const sectionOfStep = {
  names: NamesSection,
  terms: CalendarSection,
  contact: ContactSection,
  look: LookSection,
}

export type SectionStep = keyof typeof sectionOfStep

export const isSectionStep = (step: SetupStep): step is SectionStep => step in sectionOfStep

/** The values that a step shows in place of those of the built-in campus. Its terms stay, as a proposal that fits many campuses. */
const emptySettings: Partial<CampusSettings> = {
  brand: '',
  universities: [
    { name: '', shortName: '', emailLabel: '', emailDomains: [], meetUpSpots: [{ name: '' }] },
  ],
  currency: { code: '', symbol: '' },
  timeZone: '',
  contactEmail: '',
}

/** Returns the settings as a step shows them: fields that nobody has filled in yet are empty. */
export function settingsOfStep(
  { settings, done }: Pick<SetupResponse, 'settings' | 'done'>,
  step: SectionStep,
): CampusSettings {
  if (done.includes(step)) return settings
  const isUntouched = (name: keyof CampusSettings) =>
    JSON.stringify(settings[name]) === JSON.stringify(builtInCampus[name])
  const names = sectionOfStep[step].settings.filter(
    (name) => name in emptySettings && isUntouched(name),
  )
  return { ...settings, ...Object.fromEntries(names.map((name) => [name, emptySettings[name]])) }
}

/** Proposes the time zone of the browser. The server does not know it, so it is added after hydration. */
export function useProposedTimeZone(settings: CampusSettings): CampusSettings {
  const [proposed, setProposed] = useState(settings)
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    setProposed(settings.timeZone === '' ? { ...settings, timeZone } : settings)
  }, [settings])
  return proposed
}
