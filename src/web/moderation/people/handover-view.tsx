import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PrinterIcon } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { campus } from '#campus/campus.ts'
import { handoverDays, maxHandoverLength } from '#contract/moderation-rules.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { DueItem, HandoverNotes, HandoverResponse } from '#contract/people.ts'
import { formatDate, formatMoment } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { errorMessage, useApi } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import './handover.css'
import { handoverQuery } from './people-queries.ts'
import { RoleTable } from './roles-view.tsx'

/** The page that an admin prints for a successor. */
export function HandoverView({ data }: { data: HandoverResponse }) {
  const { site, roles, due, notes } = data
  return (
    <div className="handover mt-4">
      <p className="max-w-prose text-ink-2">
        For whoever runs {campus.brand} next. Print it, or read it together.{' '}
        <Link to={pagePaths.roles} className="link handover-screen">
          Change roles
        </Link>
      </p>
      <Section title={`Due in the next ${handoverDays} days`}>
        <DueList due={due} />
      </Section>
      <Section title="Who has a role">
        <RoleTable roles={roles} />
      </Section>
      <Section title="Where it runs">
        <dl className="handover-facts">
          <Fact label="Address">{site.appUrl}</Fact>
          <Fact label="Version">{site.version}</Fact>
          <Fact label="Database">{site.database}</Fact>
          <Fact label="Photos">{site.photos}</Fact>
          <Fact label="Email server">{site.mail}</Fact>
          <Fact label="Last daily backup">
            {site.lastBackupAt ? formatDate(site.lastBackupAt) : 'None here'}
          </Fact>
          <Fact label="Contact">{campus.contactEmail}</Fact>
        </dl>
      </Section>
      <Section title="Notes">
        <Notes notes={notes} />
      </Section>
      <Section title="What to read">
        <p className="max-w-prose">
          The file docs/operations/runbook.md, which comes with the code, has these parts:
        </p>
        <ul className="mt-2 list-disc pl-5">
          {runbookParts.map(([title, use]) => (
            <li key={title}>
              <b>{title}</b>: {use}
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

/** The parts of the runbook that a successor needs first. A test compares them with its headings. */
export const runbookParts = [
  ['Back up', 'where the backups are, and how to make one'],
  ['Restore', 'what to do when data is lost'],
  ['Upgrade', 'how to install a new version'],
  ['Rotate secrets', 'which passwords to change when somebody leaves'],
  ['Alarms', 'what is wrong, and what to do about it'],
  ['Moderators', 'roles, second factors and the log'],
  ['When a student asks', 'requests about data, and from the police'],
] as const

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="handover-section">
      <h2 id={id} className="title-3 mb-4">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-2 text-sm">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function DueList({ due }: { due: readonly DueItem[] }) {
  if (due.length === 0) return <p className="text-ink-2">Nothing.</p>
  return (
    <ul className="grid gap-2">
      {due.map(({ kind, text, on }) => (
        <li
          key={`${kind} ${text}`}
          dir="auto"
          // Paper outlives the hold or the account, so it names no student.
          className={kind === 'hold' || kind === 'deletion' ? 'handover-screen' : undefined}
        >
          <b>{on === null ? 'Now' : formatDate(on)}</b>: {text}
        </li>
      ))}
    </ul>
  )
}

/** The button that prints the page. Before hydration it could do nothing, so it is not there. */
export function PrintButton() {
  if (!useHydrated()) return null
  return (
    <Button variant="secondary" className="print:hidden" onClick={() => window.print()}>
      <PrinterIcon size={18} />
      Print
    </Button>
  )
}

type Notes = Pick<HandoverResponse['notes'], 'text' | 'version'>

/** Whether newer notes replace those on the page. What an admin has typed stays, and saving it then is a conflict. */
export const mayReplace = (typed: string, base: Notes, newer: Notes): boolean =>
  newer.version !== base.version && (typed === base.text || typed === newer.text)

function Notes({ notes }: { notes: HandoverResponse['notes'] }) {
  const [text, setText] = useState(notes.text)
  const [base, setBase] = useState(notes)
  if (mayReplace(text, base, notes)) {
    setBase(notes)
    setText(notes.text)
  }
  const today = useToday()
  const save = useSaveNotes()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ text, basedOn: base.version })
  }
  return (
    <>
      <form className="handover-screen" onSubmit={submit}>
        <TextArea
          label="What your successor has to know"
          help="The accounts for hosting, the domain and the email server, and who holds them. Don't write passwords here: all admins can read this."
          rows={8}
          maxLength={maxHandoverLength}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {save.error && <Callout variant="danger">{errorMessage(save.error)}</Callout>}
        <Button type="submit" className="mt-4" busy={save.isPending} disabled={text === base.text}>
          Save notes
        </Button>
      </form>
      <p dir="auto" className="handover-paper whitespace-pre-line">
        {notes.text || 'No notes.'}
      </p>
      {notes.changedAt && (
        <p className="mt-3 text-ink-2 text-sm">
          Last changed {formatMoment(notes.changedAt, today)} by <bdi>{notes.changedBy}</bdi>
        </p>
      )}
    </>
  )
}

function useSaveNotes() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: HandoverNotes) => api.put<HandoverResponse>(apiPaths.handoverNotes, body),
    onSuccess: (data) => {
      queryClient.setQueryData(handoverQuery(api).queryKey, data)
      showToast({ variant: 'ok', text: 'Notes saved.' })
    },
  })
}
