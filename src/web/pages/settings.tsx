import { pagePaths } from '#contract/paths.ts'
import { ModerationShell } from '../moderation/moderation-shell.tsx'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { settingsQuery } from '../settings/settings-queries.ts'
import { SettingsView } from '../settings/settings-view.tsx'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { loadFresh } from './moderation-page.tsx'
import { adminPage } from './staff-page.tsx'

export const { Component, loader } = adminPage(Settings, loadFresh(settingsQuery))

function Settings() {
  return (
    <ModerationShell
      title="Settings"
      beside={
        <LinkButton as={Link} to={pagePaths.texts} variant="secondary">
          Edit texts
        </LinkButton>
      }
    >
      <AwaitQuery query={settingsQuery(useApi())}>
        {(data) => <SettingsView data={data} />}
      </AwaitQuery>
    </ModerationShell>
  )
}
