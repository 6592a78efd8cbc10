import { ModerationShell } from '../moderation/moderation-shell.tsx'
import { overviewQuery } from '../operations/overview-queries.ts'
import { OverviewView } from '../operations/overview-view.tsx'
import { useApi } from '../queries/api.ts'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { loadFresh } from './moderation-page.tsx'
import { adminPage } from './staff-page.tsx'

export const { Component, loader } = adminPage(Admin, loadFresh(overviewQuery))

function Admin() {
  return (
    <ModerationShell title="Overview">
      <AwaitQuery query={overviewQuery(useApi())}>
        {(overview) => <OverviewView overview={overview} />}
      </AwaitQuery>
    </ModerationShell>
  )
}
