import { ModerationShell } from '../moderation/moderation-shell.tsx'
import { useApi } from '../queries/api.ts'
import { AnnouncementsView, announcementsQuery } from '../settings/announcements-view.tsx'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { loadFresh } from './moderation-page.tsx'
import { adminPage } from './staff-page.tsx'

export const { Component, loader } = adminPage(Announcements, loadFresh(announcementsQuery))

function Announcements() {
  return (
    <ModerationShell title="Announcements">
      <AwaitQuery query={announcementsQuery(useApi())}>
        {(data) => <AnnouncementsView data={data} />}
      </AwaitQuery>
    </ModerationShell>
  )
}
