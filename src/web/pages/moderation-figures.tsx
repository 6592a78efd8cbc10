import { FiguresView } from '../moderation/figures/figures-view.tsx'
import { ModerationShell } from '../moderation/moderation-shell.tsx'
import { figuresQuery } from '../moderation/people/people-queries.ts'
import { useApi } from '../queries/api.ts'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { loadFresh } from './moderation-page.tsx'
import { staffPage } from './staff-page.tsx'

export const { Component, loader } = staffPage(Figures, loadFresh(figuresQuery))

function Figures() {
  return (
    <ModerationShell title="Figures">
      <AwaitQuery query={figuresQuery(useApi())}>
        {(figures) => <FiguresView figures={figures} />}
      </AwaitQuery>
    </ModerationShell>
  )
}
