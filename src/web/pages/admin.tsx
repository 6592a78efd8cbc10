import type { Overview } from '#contract/operations.ts'
import { pagePaths } from '#contract/paths.ts'
import { ModerationShell } from '../moderation/moderation-shell.tsx'
import { Link } from '../navigation/link.tsx'
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
        {(overview) => (
          <>
            <AfterSetup overview={overview} />
            <OverviewView overview={overview} />
          </>
        )}
      </AwaitQuery>
    </ModerationShell>
  )
}

/** Leads to the list that ends the set-up, while something of it is still to be done. */
export function AfterSetup({ overview: { waiting, health } }: { overview: Overview }) {
  if (waiting.placeholders.length === 0 && health.backup) return null
  return (
    <p className="mt-4">
      Some of the set-up is left to do.{' '}
      <Link to={pagePaths.setupDone} className="link">
        See what's left
      </Link>
    </p>
  )
}
