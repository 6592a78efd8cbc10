import { CheckIcon } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { CampusSettings } from '#campus/campus-settings.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { SetupResponse } from '#contract/setup.ts'
import { type SetupStep, setupSteps } from '#contract/setup-steps.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import type { SectionFacts } from '../settings/section-form.tsx'
import { classNames } from '../ui/class-names.ts'
import { Callout } from '../ui/content/callout.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { AdminStep } from './admin-step.tsx'
import { EmailStep } from './email-step.tsx'
import { stepAfter, useSaveStep } from './setup-queries.ts'
import {
  isSectionStep,
  type SectionStep,
  sectionOfStep,
  settingsOfStep,
  useProposedTimeZone,
} from './setup-sections.tsx'
import { stepLabels } from './step-labels.ts'

/** One step of the set-up, below the list of all steps. */
export function SetupView({ data, step }: { data: SetupResponse; step: SetupStep }) {
  const progress = `Step ${setupSteps.indexOf(step) + 1} of ${setupSteps.length}`
  useHead({
    title: `${stepLabels[step]} · ${progress} · Set-up`,
    description: 'Set up this marketplace.',
  })
  return (
    <div className="page-width pt-8 pb-12">
      <h1 className="title-2">Set up your marketplace</h1>
      {step === setupSteps[0] && (
        <p className="measure mt-2 text-ink-2">
          Each step is saved when you press its button. You can stop after any step and come back.
          You can change everything later under Settings.
        </p>
      )}
      <StepList data={data} current={step} progress={progress} />
      <div data-route-focus tabIndex={-1} className="mt-8 outline-none">
        {isSectionStep(step) ? (
          <SettingsStep key={step} data={data} step={step} />
        ) : step === 'email' ? (
          <EmailStep data={data} />
        ) : (
          <AdminStep data={data} />
        )}
      </div>
    </div>
  )
}

function StepList({
  data: { done },
  current,
  progress,
}: {
  data: SetupResponse
  current: SetupStep
  progress: string
}) {
  return (
    <nav aria-label="Steps" className="mt-6">
      <p className="font-semibold">{progress}</p>
      <ol className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        {setupSteps.map((step) => {
          const isDone = done.includes(step)
          return (
            <li key={step}>
              <Link
                to={pagePaths.setupStep(step)}
                aria-current={step === current ? 'step' : undefined}
                className={classNames(
                  'inline-flex items-center gap-1 py-1',
                  step === current ? 'font-semibold' : 'link',
                )}
              >
                {isDone && <CheckIcon size={16} />}
                {stepLabels[step]}
                {isDone && <span className="sr-only"> (done)</span>}
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function SettingsStep({ data, step }: { data: SetupResponse; step: SectionStep }) {
  const navigate = useNavigate()
  const { mutateAsync: save } = useSaveStep()
  const settings = useProposedTimeZone(useMemo(() => settingsOfStep(data, step), [data, step]))
  const Section = sectionOfStep[step]
  const nextPath = pagePaths.setupStep(stepAfter(step))
  const saveStep = async (changes: Partial<CampusSettings>) => {
    const { settings: current, version } = data
    const saved = await save({ settings: { ...current, ...changes }, basedOn: version, step })
    await navigate(nextPath)
    return saved.settings
  }
  // Without other defaults the section offers no reset: there is nothing to go back to.
  const facts: SectionFacts = { defaults: settings, hasListings: false, students: [], lawPacks: [] }
  return (
    <>
      {data.file !== null && <FileNotice file={data.file} />}
      <Section
        settings={settings}
        facts={facts}
        isReadOnly={data.file !== null}
        logoPath={apiPaths.setupLogo}
        saveLabel="Save and continue"
        keepsTyped
        onSave={saveStep}
      />
      {data.file !== null && (
        <LinkButton as={Link} to={nextPath}>
          Continue
        </LinkButton>
      )}
    </>
  )
}

function FileNotice({ file }: { file: string }) {
  return (
    <div className="mb-8">
      <Callout>
        <p dir="auto" className="wrap-anywhere">
          You can't change these settings here, because they come from the file <b>{file}</b>.
          CAMPUS_FILE names it. Edit the file to change them.
        </p>
      </Callout>
    </div>
  )
}
