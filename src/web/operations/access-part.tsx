import type { Overview } from '#contract/operations.ts'
import { shownCodeDays } from '#contract/operations-rules.ts'
import { formatShortDate } from '#format/format.ts'
import { errorMessage } from '../queries/api.ts'
import { useToday } from '../queries/use-today.ts'
import { Callout } from '../ui/content/callout.tsx'
import { Button } from '../ui/controls/button.tsx'
import { countText, Panel, Part, Table } from './overview-parts.tsx'
import { useEmailCheck } from './overview-queries.ts'

export function AccessPart({
  access: { domains, sender, isRemote, asksForCodes },
}: {
  access: Overview['access']
}) {
  return (
    <Part title="Can students get in?">
      <Panel title="Codes by email">
        {!asksForCodes && (
          <Callout>
            Nobody has to enter a code, so anyone can sign up with an address that isn't theirs.
            {isRemote
              ? ' Set VERIFY_EMAIL to “on”.'
              : ' Set SMTP_URL, and leave VERIFY_EMAIL unset or “on”.'}
          </Callout>
        )}
        {domains.length === 0 ? (
          <p className="text-ink-2">
            No codes yet. We'll count the codes we send and those that students enter.
          </p>
        ) : (
          <div className="grid gap-6">
            {domains.map(({ domain, refused, bounced, days }) => (
              <div key={domain} className="overview-panel">
                <h4 className="font-semibold [overflow-wrap:anywhere]">{domain}</h4>
                <p className="text-ink-2 text-sm">
                  {`Refused addresses: ${countText(refused)}. Accounts whose mailbox refused our email: ${countText(bounced)}.`}
                </p>
                <CodeDays days={days} />
              </div>
            ))}
          </div>
        )}
        <p className="mt-3 text-ink-2 text-sm">
          Each student counts once a day. If many codes are sent but few are entered, our emails may
          be going to spam.
        </p>
      </Panel>
      <Panel title="Test email">
        <p className="[overflow-wrap:anywhere]">
          {isRemote
            ? `Emails come from ${sender}.`
            : "This site can't send email, because SMTP_URL is not set."}
        </p>
        <TestMailForm />
      </Panel>
    </Part>
  )
}

function CodeDays({ days }: Pick<Overview['access']['domains'][number], 'days'>) {
  const today = useToday()
  const shown = days.filter(({ sent, typed }) => sent !== 0 || typed !== 0)
  if (shown.length === 0) return <p>{`No codes in the last ${shownCodeDays} days.`}</p>
  return (
    <Table head={['Day', 'Sent', 'Entered']}>
      {shown.map(({ day, sent, typed }) => (
        <tr key={day}>
          <th scope="row" className="overview-number">
            {formatShortDate(day, today)}
          </th>
          <td className="overview-number">{countText(sent)}</td>
          <td className="overview-number">{countText(typed)}</td>
        </tr>
      ))}
    </Table>
  )
}

const checkStates = { ok: 'OK', problem: 'Problem', unknown: 'Could not ask' } as const

function TestMailForm() {
  const { mutate, isPending, data, error } = useEmailCheck()
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        className="mt-3"
        busy={isPending}
        onClick={() => mutate()}
      >
        Send me a test email
      </Button>
      <div role="status" className="mt-3 grid gap-3 empty:hidden [overflow-wrap:anywhere]">
        {error && <p className="text-danger">{errorMessage(error)}</p>}
        {data && (
          <>
            <p>
              {data.problem ??
                `The email server accepted the email to ${data.to}. It said: ${data.reply}`}
            </p>
            <Table head={['Check', 'Result']}>
              {data.checks.map(({ kind, state, text, record }) => (
                <tr key={kind}>
                  <th scope="row">{kind}</th>
                  <td>
                    <b>{checkStates[state]}.</b> {text}
                    {record && <code className="mt-1 block text-ink-2">{record}</code>}
                  </td>
                </tr>
              ))}
            </Table>
          </>
        )}
      </div>
    </>
  )
}
