import { ModerationShell } from '../moderation/moderation-shell.tsx'
import { HandoverView, PrintButton } from '../moderation/people/handover-view.tsx'
import { handoverQuery } from '../moderation/people/people-queries.ts'
import { useApi } from '../queries/api.ts'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { loadFresh } from './moderation-page.tsx'
import { adminPage } from './staff-page.tsx'

export const { Component, loader } = adminPage(Handover, loadFresh(handoverQuery))

function Handover() {
  return (
    <ModerationShell title="Hand over" beside={<PrintButton />}>
      <AwaitQuery query={handoverQuery(useApi())}>
        {(data) => <HandoverView data={data} />}
      </AwaitQuery>
    </ModerationShell>
  )
}
