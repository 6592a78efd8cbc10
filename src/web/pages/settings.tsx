import { ModerationShell } from '../moderation/moderation-shell.tsx'
import { useApi } from '../queries/api.ts'
import { settingsQuery } from '../settings/settings-queries.ts'
import { SettingsView } from '../settings/settings-view.tsx'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { loadFresh } from './moderation-page.tsx'
import { adminPage } from './staff-page.tsx'

export const { Component, loader } = adminPage(Settings, loadFresh(settingsQuery))

function Settings() {
  return (
    <ModerationShell title="Settings">
      <AwaitQuery query={settingsQuery(useApi())}>
        {(data) => <SettingsView data={data} />}
      </AwaitQuery>
    </ModerationShell>
  )
}
