import { useState } from 'react'
import type { CampusSettings } from '#campus/campus-settings.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SettingsResponse } from '#contract/settings.ts'
import { describeSettingsChanges } from '#contract/settings-changes.ts'
import { Link } from '../navigation/link.tsx'
import { type ApiError, errorMessage, hasStatus } from '../queries/api.ts'
import { useSession } from '../session/session.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'
import { ChangeList } from './change-list.tsx'
import {
  applyDomainChoices,
  type DomainChoices,
  DomainQuestions,
  findAffectedDomains,
} from './domain-questions.tsx'
import { settingsSections } from './sections.ts'
import { SettingsHistory } from './settings-history.tsx'
import { useSaveSettings } from './settings-queries.ts'
import { TestMail } from './test-mail.tsx'

/** Changes of a section that wait until the admin has seen the preview. */
interface Draft {
  changes: Partial<CampusSettings>
  /** Gives the section what is saved, or nothing if the admin goes on editing. */
  settle: (saved?: CampusSettings) => void
  /** Lets the section show the error. */
  fail: (error: ApiError) => void
}

/** A row for each section of the settings, for the test email and for the history. One of them is open at a time. */
export function SettingsView({ data }: { data: SettingsResponse }) {
  const { settings, file } = data
  const [draft, setDraft] = useState<Draft>()
  const preview = (changes: Partial<CampusSettings>) =>
    new Promise<CampusSettings | undefined>((settle, fail) => {
      if (describeSettingsChanges(settings, { ...settings, ...changes }).length > 0) {
        return setDraft({ changes, settle, fail })
      }
      showToast({ variant: 'ok', text: 'Nothing has changed.' })
      settle(settings)
    })
  return (
    <>
      <p className="measure mt-2 text-ink-2">
        Set up the site for your campus. Changes show on every page within a second. To tell
        students something for a few days, write an{' '}
        <Link to={pagePaths.announcements} className="link">
          announcement
        </Link>
        .
      </p>
      {file !== null && <FileNotice file={file} />}
      <div className="mt-6 border-line border-t">
        {settingsSections.map((Section) => (
          <Section
            key={Section.id}
            settings={settings}
            facts={data}
            isReadOnly={file !== null}
            isRow
            onSave={preview}
          />
        ))}
        <TestMail />
        {file === null && <SettingsHistory data={data} />}
      </div>
      {draft && <Preview data={data} draft={draft} onClose={() => setDraft(undefined)} />}
    </>
  )
}

function FileNotice({ file }: { file: string }) {
  return (
    <div className="mt-4">
      <Callout>
        <p dir="auto">
          You can't change these settings here, because they come from the file <b>{file}</b>.
          CAMPUS_FILE points to it, and it overrides this page. Edit the file to change them.
        </p>
      </Callout>
    </div>
  )
}

/** Says what changes before it is saved, and asks about the students of domains that are removed. */
function Preview({
  data,
  draft: { changes, settle, fail },
  onClose,
}: {
  data: SettingsResponse
  draft: Draft
  onClose: () => void
}) {
  const { user } = useSession()
  const [choices, setChoices] = useState<DomainChoices>({})
  const [isChecked, setChecked] = useState(false)
  const save = useSaveSettings()
  const wanted = { ...data.settings, ...changes }
  const settings = applyDomainChoices(wanted, choices)
  const affected = findAffectedDomains(data, wanted)
  const confirm = () => {
    setChecked(true)
    if (affected.some(({ domain, isClosed }) => !isClosed && !choices[domain])) return
    const confirmedDomains = affected.map(({ domain }) => domain)
    save.mutate(
      { settings, basedOn: data.version, confirmedDomains },
      {
        onSuccess: (saved) => {
          settle(saved.settings)
          onClose()
        },
        onError: (error) => {
          // A wrong value is shown at its field, all other errors here.
          if (!hasStatus(error, 400)) return
          fail(error)
          onClose()
        },
      },
    )
  }
  return (
    <ConfirmDialog
      open
      title="Save these changes?"
      confirmLabel="Save"
      cancelLabel="Go on editing"
      busy={save.isPending}
      error={save.error ? errorMessage(save.error) : undefined}
      onConfirm={confirm}
      onClose={() => {
        settle()
        onClose()
      }}
    >
      <ChangeList changes={describeSettingsChanges(data.settings, settings)} />
      <DomainQuestions
        domains={affected}
        ownEmail={user?.email ?? ''}
        choices={choices}
        isChecked={isChecked}
        onChoose={(domain, choice) => setChoices({ ...choices, [domain]: choice })}
      />
    </ConfirmDialog>
  )
}
