import { campus } from '#campus/campus.ts'
import { formatDate } from '#format/format.ts'
import { EntranceLayout } from '../account/entrance/entrance-layout.tsx'
import { exportLinkQuery, loadMailLink, MailLinkPage } from '../mail-links/mail-link.tsx'
import { useHead } from '../navigation/head.ts'
import { Button } from '../ui/controls/button.tsx'
import { buildMailtoUrl } from '../ui/mailto-url.ts'

export const loader = loadMailLink(exportLinkQuery)

/** The page of the link in the email about a ban, or about a request for the data. */
export function Component() {
  useHead({
    title: `Download your data · ${campus.brand}`,
    description: `Download what ${campus.brand} keeps about you.`,
  })
  return (
    <MailLinkPage query={exportLinkQuery} deadEnd={(problem) => <DeadEnd problem={problem} />}>
      {(link, token) => (
        <EntranceLayout
          title="Download your data"
          lead={
            link.isClosed
              ? `Your account is closed. We delete it after ${formatDate(link.keptUntil)}, or later if your appeal is still open. Until then you can download everything we have about you.`
              : `Until ${formatDate(link.keptUntil)} you can download everything we have about you. Keep the file to yourself.`
          }
        >
          <DownloadForm token={token} />
          <Questions />
        </EntranceLayout>
      )}
    </MailLinkPage>
  )
}

/** The browser itself sends the form, so that it works without JavaScript. The answer is a file, so the page stays. */
function DownloadForm({ token }: { token: string }) {
  return (
    <form method="post" action="/export" className="mt-6 grid gap-3">
      <input type="hidden" name="token" value={token} />
      <Button type="submit" fullWidth>
        Download my data
      </Button>
    </form>
  )
}

function DeadEnd({ problem }: { problem: string }) {
  return (
    <EntranceLayout title="Nothing to download" lead={problem}>
      <Questions />
    </EntranceLayout>
  )
}

function Questions() {
  return (
    <p className="mt-6 text-ink-2">
      Questions? Write to{' '}
      <a href={buildMailtoUrl(campus.contactEmail)} className="link">
        {campus.contactEmail}
      </a>
    </p>
  )
}
